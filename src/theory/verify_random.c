// The upper bounds on random networks: every family of weights, generic and full of ties.
#include "theory/verify.h"

#include <crease/make.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const shapes[] = {"1-4-3-1", "1-3-3-3-1", "2-5-4-1",   "2-3-3-3-1",
                                     "2-8-2",   "3-5-3-1",   "3-4-2-2-1", "4-5-4-1"};
static const char *const activations[] = {"relu", "leaky:1/10", "abs", "hardtanh", "maxout:3"};
// Small integers have many ties.
static const char *const families[] = {"he", "discrete:2"};

enum { SEEDS_QUICK = 1, SEEDS_ALL = 20, LONGEST = 256 };

typedef struct {
    const char *shape;
    crease_random how;
} recipe;

static crease_status verify_recipe(verifier *v, const recipe *of, crease_error *error)
{
    char name[LONGEST];
    snprintf(name, sizeof name, "random %s init=%s activation=%s seed=%llu", of->shape,
             of->how.init, of->how.activation, (unsigned long long)of->how.seed);
    size_t *widths, count;
    crease_net *net = NULL;
    crease_status status = crease_widths_parse(&widths, &count, of->shape, error);
    if (status)
        return status;
    status = crease_net_random(&net, widths, count, &of->how, error);
    if (status == CREASE_OK)
        status = verify_net(v, name, net, error);
    crease_net_free(net);
    free(widths);
    return status;
}

#define LENGTH(list) (sizeof(list) / sizeof *(list))

crease_status verify_random_nets(verifier *v, crease_error *error)
{
    size_t seeds = v->wanted->quick ? SEEDS_QUICK : SEEDS_ALL;
    size_t all = LENGTH(shapes) * LENGTH(activations) * LENGTH(families) * seeds;
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < all && status == CREASE_OK; i++) {
        size_t rest = i;
        recipe of = {.how = {.bias_std = "1", .seed = v->wanted->seed + rest % seeds}};
        rest /= seeds;
        of.how.init = families[rest % LENGTH(families)];
        rest /= LENGTH(families);
        of.how.activation = activations[rest % LENGTH(activations)];
        of.shape = shapes[rest / LENGTH(activations)];
        status = verify_goes_on(v) ? verify_recipe(v, &of, error) : CREASE_STOPPED;
    }
    return status;
}
