// The theorems of the literature against networks, counted exactly.
#include "theory/verify.h"

#include "base/error.h"
#include "base/limits.h"
#include "make/catalogue.h"
#include "net/net.h"
#include "theory/search.h"
#include <crease/regions.h>
#include <crease/theory.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ARGUMENTS = 8, LONGEST = 256 };

typedef struct {
    const verify_options *wanted;
    run_limits *limits;
    verify_counts *counts;
    int wants_bounds; // some upper bound is named, so that every network is counted
} verifier;

// The results of a walk, by crease_quantity.
typedef struct {
    const char *name;
    const crease_net *net;
    const crease_domain *domain;
    uint64_t number[CREASE_AFFINE_MAPS + 1];
    int linear; // all of them, not only activation and bounded regions
    double seconds;
} counted;

const char *verify_finding_name(verify_finding finding)
{
    static const char *const name[] = {
        [VERIFY_HOLDS] = "holds",
        [VERIFY_REFUTED] = "false as printed",
        [VERIFY_VIOLATED] = "violated",
    };
    return name[finding];
}

// ---- which rows are wanted ----

// Whether the user wants rows of a network or, if it is not NULL, of a theorem.
static int wants(const verifier *v, const char *network, const char *theorem)
{
    const verify_options *wanted = v->wanted;
    for (size_t i = 0; i < wanted->names_count; i++) {
        size_t length = strlen(wanted->names[i]);
        if (!strncasecmp(network, wanted->names[i], length) ||
            (theorem && !strncasecmp(theorem, wanted->names[i], length)))
            return 1;
    }
    return wanted->names_count == 0;
}

static int goes_on(const verifier *v)
{
    return !run_limits_passed(v->limits);
}

// ---- one network on one domain ----

static crease_status verify_count(counted *of, const char *name, const crease_net *net,
                                  const crease_domain *domain, int linear, const verifier *v,
                                  crease_error *error)
{
    crease_counts counts;
    crease_linear_counts joined = {0, 0};
    crease_options options = run_limits_rest(v->limits);
    crease_counts_init(&counts, net);
    crease_status status = linear
                               ? crease_count_linear(&counts, &joined, net, domain, &options, error)
                               : crease_walk(&counts, net, domain, &options, NULL, error);
    *of = (counted){.name = name, .net = net, .domain = domain, .seconds = counts.seconds};
    of->number[CREASE_ACTIVATION_REGIONS] = counts.activation_regions;
    of->number[CREASE_BOUNDED_REGIONS] = counts.bounded_regions;
    of->number[CREASE_LINEAR_REGIONS] = joined.linear_regions;
    of->number[CREASE_AFFINE_MAPS] = joined.affine_maps;
    of->linear = linear;
    crease_counts_clear(&counts);
    return status;
}

static int needs_linear(crease_quantity quantity)
{
    return quantity == CREASE_LINEAR_REGIONS || quantity == CREASE_AFFINE_MAPS;
}

static int verify_is_counted(const counted *of, crease_quantity quantity)
{
    return of->linear || !needs_linear(quantity);
}

static int is_true(crease_relation relation, const fmpz_t claimed, uint64_t number)
{
    int order = fmpz_cmp_ui(claimed, number);
    return relation == CREASE_EQUAL      ? order == 0
           : relation == CREASE_AT_LEAST ? order <= 0
                                         : order >= 0;
}

static void verify_report(verifier *v, const counted *of, const expectation *what)
{
    verify_row row = {
        .theorem = what->source,
        .network = of->name,
        .domain = crease_domain_text(of->domain),
        .quantity = what->quantity,
        .relation = what->relation,
        .claimed = what->value,
        .counted = of->number[what->quantity],
        .activation = of->number[CREASE_ACTIVATION_REGIONS],
        .linear = of->number[CREASE_LINEAR_REGIONS],
        .maps = of->number[CREASE_AFFINE_MAPS],
        .seconds = of->seconds,
        .refuted = what->refuted,
        .net = of->net,
    };
    int holds = is_true(row.relation, row.claimed, row.counted);
    row.finding = holds == what->refuted ? VERIFY_VIOLATED : holds ? VERIFY_HOLDS : VERIFY_REFUTED;
    v->counts->rows++;
    v->counts->refuted += row.finding == VERIFY_REFUTED;
    v->counts->violated += row.finding == VERIFY_VIOLATED;
    if (v->wanted->row)
        v->wanted->row(v->wanted->data, &row);
}

// ---- upper bounds ----

static void bound_text(char text[LONGEST], const crease_bound *bound)
{
    snprintf(text, LONGEST, "%s, %s", bound->source, bound->theorem);
}

static int wants_bounds(const verifier *v)
{
    int wanted = 0;
    for (size_t i = 0; i < crease_bound_count(); i++) {
        char theorem[LONGEST];
        bound_text(theorem, crease_bound_describe(i));
        wanted |= wants(v, "", theorem);
    }
    return wanted;
}

// Whether a bound says something of this count.
static int speaks_of(const crease_bound *bound, const counted *of, int on_space)
{
    return bound->relation != CREASE_AT_LEAST && verify_is_counted(of, bound->quantity) &&
           (bound->domain == CREASE_ON_CONVEX || (bound->domain == CREASE_ON_SPACE && on_space));
}

// Every upper bound that speaks of what was counted.
static crease_status verify_upper_bounds(verifier *v, const counted *of, int on_space,
                                         crease_error *error)
{
    crease_architecture *architecture;
    crease_status status = crease_architecture_of_net(&architecture, of->net,
                                                      crease_domain_dimension(of->domain), error);
    if (status)
        return status;
    fmpz_t value;
    fmpz_init(value);
    for (size_t i = 0; i < crease_bound_count(); i++) {
        const crease_bound *bound = crease_bound_describe(i);
        if (!speaks_of(bound, of, on_space))
            continue;
        crease_bound_validity standing = crease_bound_compute(value, i, architecture);
        char theorem[LONGEST];
        bound_text(theorem, bound);
        // A bound that is false as printed decides nothing; constructions refute those.
        if (standing.needs || standing.flaw || !wants(v, of->name, theorem))
            continue;
        verify_report(v, of,
                      &(expectation){.quantity = bound->quantity,
                                     .relation = CREASE_AT_MOST,
                                     .value = {*value},
                                     .source = theorem});
    }
    fmpz_clear(value);
    crease_architecture_free(architecture);
    return CREASE_OK;
}

static int same_domain(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

static crease_status verify_domain(crease_domain **domain, const char *box, size_t dimension,
                                   crease_error *error)
{
    if (box)
        return crease_domain_parse_box(domain, box, dimension, error);
    *domain = crease_domain_new_space(dimension);
    return CREASE_OK;
}

// Counts a network on a box, or everywhere, and compares all claims made there and all bounds.
static crease_status verify_on(verifier *v, const char *name, const crease_net *net,
                               const char *box, int linear, const claims *claimed,
                               crease_error *error)
{
    crease_domain *domain;
    crease_status status = verify_domain(&domain, box, crease_net_inputs(net), error);
    if (status)
        return status;
    counted of;
    status = verify_count(&of, name, net, domain, linear, v, error);
    for (size_t i = 0; i < claimed->count && status == CREASE_OK; i++) {
        const expectation *one = claimed->of + i;
        if (!same_domain(one->domain, box) || !verify_is_counted(&of, one->quantity) ||
            !wants(v, name, one->source))
            continue;
        verify_report(v, &of, one);
    }
    if (status == CREASE_OK)
        status = verify_upper_bounds(v, &of, !box, error);
    crease_domain_free(domain);
    return status;
}

// ---- constructions ----

typedef struct {
    char text[LONGEST]; // cut into words
    crease_argument argument[MOST_ARGUMENTS];
    size_t count;
} words;

static void read_words(words *made, const char *text)
{
    char *rest;
    snprintf(made->text, sizeof made->text, "%s", text);
    made->count = 0;
    for (char *word = strtok_r(made->text, " ", &rest); word && made->count < MOST_ARGUMENTS;
         word = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(word, '=');
        *value = '\0';
        made->argument[made->count++] = (crease_argument){word, value + 1};
    }
}

static int is_first_on(const claims *claimed, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (same_domain(claimed->of[j].domain, claimed->of[i].domain))
            return 0;
    return 1;
}

static int wants_claims(const verifier *v, const char *name, const claims *claimed)
{
    int wanted = v->wants_bounds || wants(v, name, NULL);
    for (size_t i = 0; i < claimed->count; i++)
        wanted |= wants(v, name, claimed->of[i].source);
    return wanted;
}

static crease_status verify_construction(verifier *v, const verify_instance *instance,
                                         const char *arguments, crease_error *error)
{
    words given;
    char name[LONGEST];
    crease_net *net = NULL;
    claims claimed = {0};
    read_words(&given, arguments);
    snprintf(name, sizeof name, "%s %s", instance->name, arguments);
    crease_status status =
        construction_claims(&claimed, instance->name, given.argument, given.count, error);
    const int wanted = wants_claims(v, name, &claimed);
    if (status == CREASE_OK && wanted)
        status = crease_net_construct(&net, instance->name, given.argument, given.count, error);
    for (size_t i = 0; i < claimed.count && wanted && status == CREASE_OK; i++)
        if (is_first_on(&claimed, i))
            status =
                verify_on(v, name, net, claimed.of[i].domain, instance->linear, &claimed, error);
    claims_clear(&claimed);
    crease_net_free(net);
    return status;
}

// ---- networks that were drawn ----

static const char *const shapes[] = {"1-4-3-1", "1-3-3-3-1", "2-5-4-1",   "2-3-3-3-1",
                                     "2-8-2",   "3-5-3-1",   "3-4-2-2-1", "4-5-4-1"};
static const char *const activations[] = {"relu", "leaky:1/10", "abs", "hardtanh", "maxout:3"};
// Small integers have many ties.
static const char *const families[] = {"he", "discrete:2"};

enum { SEEDS_QUICK = 1, SEEDS_ALL = 20 };

typedef struct {
    const char *shape;
    crease_random how;
} drawn;

static crease_status verify_drawn(verifier *v, const drawn *of, crease_error *error)
{
    char name[LONGEST];
    snprintf(name, sizeof name, "random %s init=%s activation=%s seed=%llu", of->shape,
             of->how.init, of->how.activation, (unsigned long long)of->how.seed);
    size_t *widths, count;
    crease_net *net = NULL;
    if (!v->wants_bounds && !wants(v, name, NULL))
        return CREASE_OK;
    crease_status status = crease_widths_parse(&widths, &count, of->shape, error);
    if (status)
        return status;
    status = crease_net_random(&net, widths, count, &of->how, error);
    if (status == CREASE_OK)
        status = verify_on(v, name, net, NULL, 1, &(claims){0}, error);
    crease_net_free(net);
    free(widths);
    return status;
}

#define LENGTH(list) (sizeof(list) / sizeof *(list))

static crease_status verify_random_nets(verifier *v, crease_error *error)
{
    size_t seeds = v->wanted->quick ? SEEDS_QUICK : SEEDS_ALL;
    size_t all = LENGTH(shapes) * LENGTH(activations) * LENGTH(families) * seeds;
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < all && status == CREASE_OK; i++) {
        size_t rest = i;
        drawn of = {.how = {.bias_std = "1", .seed = v->wanted->seed + rest % seeds}};
        rest /= seeds;
        of.how.init = families[rest % LENGTH(families)];
        rest /= LENGTH(families);
        of.how.activation = activations[rest % LENGTH(activations)];
        of.shape = shapes[rest / LENGTH(activations)];
        status = goes_on(v) ? verify_drawn(v, &of, error) : CREASE_STOPPED;
    }
    return status;
}

// ---- networks that were searched for ----

// Small enough for thousands of counts a second, and close to their bounds.
static const struct {
    const char *shape, *activation;
} climbs[] = {
    {"1-2-2-1", "relu"},     {"1-3-2-1", "relu"},     {"2-3-1", "relu"},
    {"2-3-2-1", "relu"},     {"2-3-3-1", "relu"},     {"2-2-2-2-1", "relu"},
    {"3-4-1", "relu"},       {"1-2-2-1", "hardtanh"}, {"2-2-2-1", "hardtanh"},
    {"1-1-1-1", "maxout:3"}, {"2-2-1", "maxout:3"},   {"2-2-2-1", "abs"},
};

enum { STEPS_QUICK = 100, STEPS_ALL = 20000, RANGE = 8 };

static crease_status verify_climb(verifier *v, const char *shape, const char *units,
                                  crease_error *error)
{
    char name[LONGEST];
    snprintf(name, sizeof name, "search %s activation=%s seed=%llu", shape, units,
             (unsigned long long)v->wanted->seed);
    if (!v->wants_bounds && !wants(v, name, NULL))
        return CREASE_OK;
    size_t *widths, count;
    crease_net *net = NULL;
    crease_status status = crease_widths_parse(&widths, &count, shape, error);
    if (status)
        return status;
    search_options how = {.activation = units,
                          .weight_range = RANGE,
                          .climbs = 1,
                          .steps = v->wanted->quick ? STEPS_QUICK : STEPS_ALL,
                          .seed = v->wanted->seed};
    crease_options options = run_limits_rest(v->limits);
    search_result result;
    crease_domain *space = crease_domain_new_space(widths[0]);
    status = search_net(&net, &result, widths, count, space, &how, &options, error);
    if (status == CREASE_OK)
        status = verify_on(v, name, net, NULL, 1, &(claims){0}, error);
    crease_domain_free(space);
    crease_net_free(net);
    free(widths);
    return status;
}

static crease_status verify_climbed_nets(verifier *v, crease_error *error)
{
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < sizeof climbs / sizeof *climbs && status == CREASE_OK; i++)
        status = goes_on(v) ? verify_climb(v, climbs[i].shape, climbs[i].activation, error)
                            : CREASE_STOPPED;
    return status;
}

// ---- all ----

static crease_status verify_everything(verifier *v, crease_error *error)
{
    crease_status status = CREASE_OK;
    for (size_t i = 0; i < verify_instance_count; i++) {
        const verify_instance *instance = verify_instances + i;
        if (v->wanted->quick && instance->size != VERIFY_QUICK)
            continue;
        for (const char *const *given = instance->arguments; *given && status == CREASE_OK; given++)
            status = goes_on(v) ? verify_construction(v, instance, *given, error) : CREASE_STOPPED;
    }
    if (status == CREASE_OK)
        status = verify_random_nets(v, error);
    if (status == CREASE_OK)
        status = verify_climbed_nets(v, error);
    return status;
}

crease_status verify_theorems(verify_counts *counts, const verify_options *wanted,
                              const crease_options *options, crease_error *error)
{
    run_limits limits;
    *counts = (verify_counts){0};
    run_limits_init(&limits, options);
    verifier v = {wanted, &limits, counts, 0};
    v.wants_bounds = wants_bounds(&v);
    crease_status status = verify_everything(&v, error);
    run_limits_clear(&limits);
    if (status)
        return status;
    if (!counts->rows)
        return error_set(error, "no network or theorem has a name that begins so");
    return counts->violated ? CREASE_NEGATIVE : CREASE_OK;
}
