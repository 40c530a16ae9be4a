// Counts by images against the same counts region by region, against the reference, and against
// the closed forms of theorems on deep networks; and what crease-check says of their certificates.
#include "../module/nets.h"
#include "../module/unit.h"
#include "../ref/certificate_judge.h"
#include "../ref/checker.h"
#include "../ref/random_domains.h"
#include "../ref/random_nets.h"
#include "../ref/ref.h"
#include "net/net.h"
#include <crease/images.h>
#include <crease/make.h>
#include <crease/out.h>
#include <crease/regions.h>

#include <flint/fmpz_vec.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_LAYERS = 5, MOST_UNITS = 4 };

// ---- Networks whose weights have few bits, which have many equal images ----

static activation activation_named(const char *name)
{
    activation act;
    if (activation_parse(&act, name, NULL))
        abort();
    return act;
}

static activation any_activation(random_state *random)
{
    static const char *const names[] = {"relu",     "relu",          "relu",      "abs",
                                        "hardtanh", "leaky:1/2",     "linear",    "maxout:2",
                                        "maxout:3", "pwl:0,1;0,1,0", "leaky:-1/2"};
    return activation_named(names[random_below(random, sizeof names / sizeof *names)]);
}

static slong few_bits(random_state *random, unsigned bits)
{
    const slong most = (slong)1 << (bits - 1);
    return (slong)random_below(random, 2 * (uint64_t)most + 1) - most;
}

static crease_net *few_bits_net(random_state *random, size_t inputs)
{
    const size_t layers = 2 + random_below(random, MOST_LAYERS - 1);
    const unsigned bits = 1 + (unsigned)random_below(random, 3);
    crease_net *net = net_new(inputs, layers);
    for (size_t l = 0; l < layers; l++) {
        const bool output = l + 1 == layers && random_below(random, 2);
        const activation act = output ? activation_named("linear") : any_activation(random);
        net_layer *layer = net->layer + l;
        net_layer_init(layer, inputs, 1 + random_below(random, MOST_UNITS - (inputs > 2)), act);
        for (size_t i = 0; i < layer->rows * inputs; i++)
            fmpq_set_si(layer->weight + i, few_bits(random, bits), 1);
        for (size_t row = 0; row < layer->rows; row++)
            fmpq_set_si(layer->bias + row, few_bits(random, bits), 1 + random_below(random, 2));
        inputs = layer->units;
    }
    net_finish(net);
    return net;
}

// ---- One case ----

typedef struct {
    crease_net *net;
    crease_domain *domain;
    random_case of; // the same network on the domain of the reference; net NULL: none
} images_case;

// The kinds of activations that a case asks for.
static const unsigned kinds[] = {0, RANDOM_MAXOUT, RANDOM_PWL, RANDOM_MIXED,
                                 RANDOM_MIXED | RANDOM_MAXOUT | RANDOM_PWL};

static void case_init(images_case *c, uint64_t seed)
{
    random_state random;
    random_seed(&random, seed);
    const size_t d = 1 + random_below(&random, 4);
    *c = (images_case){0};
    if (random_below(&random, 3) == 0) {
        random_case_init_with(&c->of, seed, d < 4 ? d : 2, kinds[random_below(&random, 5)]);
        c->net = c->of.net;
        c->domain = random_case_domain(&c->of);
        return;
    }
    c->domain = random_domain(&random, d);
    c->net = few_bits_net(&random, random_inputs(&random, c->domain, d));
    test_shows_net(c->net);
}

static void case_clear(images_case *c)
{
    crease_domain_free(c->domain);
    if (c->of.net)
        random_case_clear(&c->of);
    else
        crease_net_free(c->net);
    test_shows_net(NULL);
}

static void count_by(crease_totals *t, const images_case *c, crease_images how, crease_arith arith)
{
    const crease_options options = {.threads = how == CREASE_IMAGES_ALWAYS ? 2 : 1, .arith = arith};
    crease_error error;
    crease_totals_init(t, c->net);
    crease_totals_by_neuron(t, c->net);
    if (crease_count(t, c->net, c->domain, how, &options, &error)) {
        fprintf(stderr, "%s\n", error.message);
        abort();
    }
}

// The name of the first number that differs, or NULL.
static const char *difference(const crease_totals *a, const crease_totals *b)
{
    if (!_fmpz_vec_equal(a->per_layer, b->per_layer, (slong)a->layers))
        return "regions per layer";
    if (!fmpz_equal(a->activation_regions, b->activation_regions))
        return "activation regions";
    if (!fmpz_equal(a->bounded_regions, b->bounded_regions))
        return "bounded regions";
    if (!fmpz_equal(a->splits, b->splits))
        return "splits";
    if (!_fmpz_vec_equal(a->per_neuron, b->per_neuron, (slong)a->neurons))
        return "regions after neurons";
    return a->complete && b->complete ? NULL : "complete";
}

static const char *difference_to_reference(const crease_totals *t, const random_case *of)
{
    ref_result result;
    ref_count(&result, of->net, of->lo, of->hi);
    const char *differs = NULL;
    if (fmpz_cmp_ui(t->activation_regions, result.activation_regions))
        differs = "activation regions of the reference";
    else if (fmpz_cmp_ui(t->bounded_regions, result.bounded_regions))
        differs = "bounded regions of the reference";
    for (size_t l = 0; l < t->layers && !differs; l++)
        if (fmpz_cmp_ui(t->per_layer + l, result.per_layer[l]))
            differs = "regions per layer of the reference";
    ref_result_clear(&result);
    return differs;
}

// Linear regions on a line, by images and by joined regions.
static const char *linear_difference(const images_case *c, const crease_totals *regions)
{
    const crease_options options = {.threads = 1};
    crease_totals t;
    crease_counts counts;
    crease_linear_counts joined;
    crease_error error;
    fmpz_t linear;
    fmpz_init(linear);
    crease_totals_init(&t, c->net);
    crease_totals_by_neuron(&t, c->net);
    crease_counts_init(&counts, c->net);
    if (crease_count_linear_by_images(&t, linear, c->net, c->domain, &options, &error) ||
        crease_count_linear(&counts, &joined, c->net, c->domain, &options, &error))
        abort();
    const char *differs = difference(&t, regions);
    if (!differs && fmpz_cmp_ui(linear, joined.linear_regions))
        differs = "linear regions";
    crease_counts_clear(&counts);
    crease_totals_clear(&t);
    fmpz_clear(linear);
    return differs;
}

// Whether crease-check finds these numbers in the certificate by images.
static bool is_verified(const crease_totals *expected, const images_case *c, const checker *with,
                        crease_arith arith)
{
    const crease_options options = {.threads = 1, .arith = arith};
    crease_totals t;
    crease_error error;
    char said[2000], *claim = NULL, *net = canonical_text(c->net);
    size_t size = 0;
    crease_totals_init(&t, c->net);
    const crease_status status = crease_certificate_write_by_images(with->certificate, &t, c->net,
                                                                    c->domain, &options, &error);
    FILE *stream = open_memstream(&claim, &size);
    if (!stream)
        abort();
    fputs("VERIFIED ", stream);
    fmpz_fprint(stream, expected->activation_regions);
    fputs(" activation_regions ", stream);
    fmpz_fprint(stream, expected->bounded_regions);
    fputs(" bounded_regions", stream);
    for (size_t l = 0; l < expected->layers; l++) {
        fputs(l ? "," : " ", stream);
        fmpz_fprint(stream, expected->per_layer + l);
    }
    fputs(" regions_per_layer network ", stream);
    fclose(stream);
    checker_write(with->net, net, strlen(net));
    const bool good =
        status == CREASE_OK && fmpz_equal(t.bounded_regions, expected->bounded_regions) &&
        checker_run(with, said, sizeof said) == CHECKER_VERIFIED && !strncmp(said, claim, size);
    if (!good)
        fprintf(stderr, "expected %s, found %s\n", claim,
                status == CREASE_OK ? said : error.message);
    crease_totals_clear(&t);
    free(claim);
    free(net);
    return good;
}

typedef struct {
    const checker *with;
    uint64_t repeated, referred, unbounded, certified, lines; // cases that have what is tested
} coverage;

static bool agree(uint64_t seed, coverage *seen)
{
    images_case c;
    crease_totals images, regions;
    case_init(&c, seed);
    count_by(&images, &c, CREASE_IMAGES_ALWAYS, seed % 5 ? CREASE_FILTERED : CREASE_EXACT);
    count_by(&regions, &c, CREASE_IMAGES_NEVER, CREASE_FILTERED);
    const char *differs = difference(&images, &regions);
    if (!differs && crease_domain_dimension(c.domain) == 1) {
        differs = linear_difference(&c, &regions);
        seen->lines++;
    }
    if (!differs && c.of.net && seed % 4 == 0) {
        differs = difference_to_reference(&images, &c.of);
        seen->referred++;
    }
    if (!differs && images.layers && seed % 8 == 1) {
        if (!is_verified(&regions, &c, seen->with, seed % 16 == 1 ? CREASE_FILTERED : CREASE_EXACT))
            differs = "certified numbers";
        seen->certified++;
    }
    if (differs) {
        fprintf(stderr, "seed %" PRIu64 ", %s: %s differ on\n", seed, crease_domain_text(c.domain),
                differs);
        fmpz_fprint(stderr, images.activation_regions);
        fputs(" by images, ", stderr);
        fmpz_fprint(stderr, regions.activation_regions);
        fputs(" region by region\n", stderr);
        crease_net_write(stderr, c.net);
    }
    seen->repeated += images.by_images && images.images < images.images_met;
    seen->unbounded += !crease_domain_is_bounded(c.domain);
    crease_totals_clear(&images);
    crease_totals_clear(&regions);
    case_clear(&c);
    return !differs;
}

// ---- Theorems at the depth that they are about ----

typedef struct {
    const char *name, *d, *layers, *width; // one of layers and width: of each of `deep` layers
    size_t deep;
} deep_network;

static const deep_network deep[] = {
    {"pascanu:folds", "2", "100", NULL, 0},  {"pascanu:folds", "3", "50", NULL, 0},
    {"pascanu:folds", "4", "10", NULL, 0},   {"telgarsky:sawtooth", NULL, "1000", NULL, 0},
    {"montufar:folds", "2", NULL, "4", 100}, {"montufar:folds", "3", NULL, "6", 10},
    {"serra:line", NULL, NULL, "5", 100},    {"arora:line", NULL, NULL, "3", 100},
    {"serra:space", "2", NULL, "6", 20},
};

// Every claim on activation regions with all digits. Returns how many there are, or 0.
static size_t claims_hold(const char *name, const crease_argument *arguments, size_t count)
{
    crease_claims claims;
    crease_error error;
    images_case c = {0};
    size_t held = 0;
    if (crease_net_construct(&c.net, name, arguments, count, &error) ||
        crease_construction_claims(&claims, name, arguments, count, &error))
        abort();
    for (size_t i = 0; i < claims.count; i++) {
        const crease_claim *claim = claims.claim + i;
        if (claim->quantity != CREASE_ACTIVATION_REGIONS)
            continue;
        crease_totals t;
        if (!claim->domain)
            c.domain = crease_domain_new_space(crease_net_inputs(c.net));
        else if (crease_domain_parse_box(&c.domain, claim->domain, crease_net_inputs(c.net),
                                         &error))
            abort();
        count_by(&t, &c, CREASE_IMAGES_ALWAYS, CREASE_FILTERED);
        const int order = fmpz_cmp(t.activation_regions, claim->value);
        held += claim->relation == CREASE_EQUAL ? order == 0 : order >= 0;
        crease_totals_clear(&t);
        crease_domain_free(c.domain);
    }
    crease_claims_clear(&claims);
    crease_net_free(c.net);
    return held;
}

static void theorems_hold(void)
{
    for (size_t i = 0; i < sizeof deep / sizeof *deep; i++) {
        char widths[1024] = "";
        for (size_t l = 0, used = 0; l < deep[i].deep; l++)
            used += (size_t)snprintf(widths + used, sizeof widths - used, "%s%s", l ? "," : "",
                                     deep[i].width);
        crease_argument arguments[2];
        size_t count = 0;
        if (deep[i].d)
            arguments[count++] = (crease_argument){"d", deep[i].d};
        arguments[count++] = deep[i].layers ? (crease_argument){"layers", deep[i].layers}
                                            : (crease_argument){"widths", widths};
        CU_ASSERT(claims_hold(deep[i].name, arguments, count));
    }
}

// ---- Theorems by recursion ----

// One more layer multiplies the regions by a factor, from the second on.
typedef struct {
    const char *name, *d, *width; // of each layer; NULL: the parameter is `layers`
    const char *m, *box;          // NULL: none; the whole space
    ulong factor;
} recursion;

static const recursion recursions[] = {
    {"pascanu:folds", "1", NULL, NULL, "0,1", 2},
    {"pascanu:folds", "2", NULL, NULL, NULL, 4},
    {"pascanu:folds", "3", NULL, NULL, NULL, 8},
    {"pascanu:folds", "4", NULL, NULL, "0,1", 16},
    {"montufar:folds", "1", "3", NULL, "0,1", 3},
    {"montufar:folds", "2", "4", NULL, "0,1", 4},
    {"montufar:folds", "3", "6", NULL, "0,1", 8},
    {"montufar:folds", "4", "8", NULL, "0,1", 16},
    {"telgarsky:sawtooth", NULL, NULL, NULL, "0,1", 2},
    {"telgarsky:blocks", NULL, NULL, NULL, "0,1", 2},
    {"arora:line", NULL, "3", NULL, "0,1", 3},
    {"serra:line", NULL, "5", NULL, NULL, 6},
    {"serra:space", "1", "3", NULL, NULL, 4},
    {"serra:space", "2", "6", NULL, NULL, 16},
    {"serra:space", "3", "9", NULL, NULL, 64},
    {"arora:zonotope", "2", "3", "3", NULL, 3},
    {"arora:zonotope", "4", "3", "4", NULL, 3},
    {"serra:zonotope", "3", "3", "3", NULL, 4},
};

static void recursion_case(images_case *c, const recursion *r, size_t layers)
{
    char widths[1024] = "";
    for (size_t l = 0, used = 0; l < layers && r->width; l++)
        used +=
            (size_t)snprintf(widths + used, sizeof widths - used, "%s%s", l ? "," : "", r->width);
    if (!r->width)
        snprintf(widths, sizeof widths, "%zu", layers);
    crease_argument arguments[3] = {{r->width ? "widths" : "layers", widths}};
    size_t count = 1;
    if (r->d)
        arguments[count++] = (crease_argument){"d", r->d};
    if (r->m)
        arguments[count++] = (crease_argument){"m", r->m};
    crease_error error;
    *c = (images_case){0};
    if (crease_net_construct(&c->net, r->name, arguments, count, &error))
        abort();
    const size_t inputs = crease_net_inputs(c->net);
    if (!r->box)
        c->domain = crease_domain_new_space(inputs);
    else if (crease_domain_parse_box(&c->domain, r->box, inputs, &error))
        abort();
}

// Whether images and regions one by one have the same numbers up to `most` regions, and images the
// factor from layer to layer to 12 layers, and to 100.
static bool recursion_holds(const recursion *r, ulong most)
{
    static const size_t depths[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 100};
    fmpz_t expected;
    fmpz_init(expected);
    const char *differs = NULL;
    for (size_t i = 0; i < sizeof depths / sizeof *depths && !differs; i++) {
        images_case c;
        crease_totals images, regions;
        recursion_case(&c, r, depths[i]);
        count_by(&images, &c, CREASE_IMAGES_ALWAYS, CREASE_FILTERED);
        for (size_t l = i ? depths[i - 1] : 1; l < depths[i]; l++)
            fmpz_mul_ui(expected, expected, r->factor);
        if (i > 1 && !fmpz_equal(expected, images.activation_regions))
            differs = "recursion";
        if (fmpz_cmp_ui(images.activation_regions, most) <= 0) {
            count_by(&regions, &c, CREASE_IMAGES_NEVER, CREASE_FILTERED);
            differs = differs ? differs : difference(&images, &regions);
            crease_totals_clear(&regions);
        }
        if (differs)
            fprintf(stderr, "%s, %zu layers: %s\n", r->name, depths[i], differs);
        fmpz_set(expected, images.activation_regions);
        crease_totals_clear(&images);
        case_clear(&c);
    }
    fmpz_clear(expected);
    return !differs;
}

static void recursions_hold(void)
{
    const ulong most = getenv("CREASE_LARGE") ? 2000000 : 5000;
    for (size_t i = 0; i < sizeof recursions / sizeof *recursions; i++)
        CU_ASSERT(recursion_holds(recursions + i, most));
}

// ---- By itself ----

// A walk that takes long goes on by images, with the numbers of another construction of its
// theorem: 40 layers that fold the square have 2^(2 40 - 2) 2.75 regions.
static void goes_on_by_images(void)
{
    const crease_argument arguments[] = {{"d", "2"}, {"layers", "40"}};
    images_case c = {0};
    crease_totals trial, always;
    crease_error error;
    if (crease_net_construct(&c.net, "pascanu:folds", arguments, 2, &error) ||
        crease_domain_parse_box(&c.domain, "0,1", 2, &error))
        abort();
    count_by(&trial, &c, CREASE_IMAGES_AUTO, CREASE_FILTERED);
    count_by(&always, &c, CREASE_IMAGES_ALWAYS, CREASE_FILTERED);
    fmpz_t regions;
    fmpz_init_set_ui(regions, 11);
    fmpz_mul_2exp(regions, regions, 76);
    CU_ASSERT(trial.by_images);
    CU_ASSERT(!difference(&trial, &always));
    CU_ASSERT(fmpz_equal(trial.activation_regions, regions));
    fmpz_clear(regions);
    crease_totals_clear(&trial);
    crease_totals_clear(&always);
    case_clear(&c);
}

static void random_networks(void)
{
    const uint64_t cases = cases_count(400);
    checker with;
    checker_init(&with);
    coverage seen = {.with = &with};
    SEEDS(seed, 400)
        CU_ASSERT(agree(seed, &seen));
    CU_ASSERT(cases < 100 || seen.repeated > cases / 10);
    CU_ASSERT(cases < 100 || seen.referred > cases / 40);
    CU_ASSERT(cases < 100 || seen.unbounded > cases / 5);
    CU_ASSERT(cases < 100 || seen.lines > cases / 8);
    checker_clear(&with);
}

UNIT_MAIN("images", {"random networks", random_networks}, {"of themselves", goes_on_by_images},
          {"theorems", theorems_hold}, {"recursions", recursions_hold})
