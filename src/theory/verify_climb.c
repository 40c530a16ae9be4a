// The upper bounds on networks that a search has found: as many regions as it can get.
#include "theory/verify.h"

#include "theory/search.h"
#include <crease/make.h>
#include <stdio.h>
#include <stdlib.h>

// Small enough for thousands of counts a second, and close to their bounds.
static const struct {
    const char *shape, *activation;
} climbs[] = {
    {"1-2-2-1", "relu"},     {"1-3-2-1", "relu"},     {"2-3-1", "relu"},
    {"2-3-2-1", "relu"},     {"2-3-3-1", "relu"},     {"2-2-2-2-1", "relu"},
    {"3-4-1", "relu"},       {"1-2-2-1", "hardtanh"}, {"2-2-2-1", "hardtanh"},
    {"1-1-1-1", "maxout:3"}, {"2-2-1", "maxout:3"},   {"2-2-2-1", "abs"},
};

enum { STEPS_QUICK = 100, STEPS_ALL = 20000, RANGE = 8, LONGEST = 256 };

static crease_status verify_climb(verifier *v, const char *shape, const char *activation,
                                  crease_error *error)
{
    char name[LONGEST];
    snprintf(name, sizeof name, "search %s activation=%s seed=%llu", shape, activation,
             (unsigned long long)v->wanted->seed);
    size_t *widths, count;
    crease_net *net = NULL;
    crease_status status = crease_widths_parse(&widths, &count, shape, error);
    if (status || !verify_wants(v, name, NULL)) {
        if (!status)
            free(widths);
        return status;
    }
    crease_search how = {.activation = activation,
                         .range = RANGE,
                         .climbs = 1,
                         .steps = v->wanted->quick ? STEPS_QUICK : STEPS_ALL,
                         .seed = v->wanted->seed};
    crease_options options = run_limits_rest(v->limits);
    crease_search_result result;
    crease_domain *space = crease_domain_new_space(widths[0]);
    status = crease_search_net(&net, &result, widths, count, space, &how, &options, error);
    if (status == CREASE_OK)
        status = verify_net(v, name, net, error);
    crease_domain_free(space);
    crease_net_free(net);
    free(widths);
    return status;
}

crease_status verify_climbed_nets(verifier *v, crease_error *error)
{
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < sizeof climbs / sizeof *climbs && status == CREASE_OK; i++)
        status = verify_goes_on(v) ? verify_climb(v, climbs[i].shape, climbs[i].activation, error)
                                   : CREASE_STOPPED;
    return status;
}
