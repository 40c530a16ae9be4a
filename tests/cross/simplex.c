// Cells without vertices against cells with them, on random networks biased to degeneracy in boxes
// and in the whole space of one to eight dimensions: the same regions in every layer and after
// every neuron, in filtered and in exact arithmetic, by one thread and by three. In small networks
// the slow reference counts regions, bounded and linear regions and affine maps too, by elimination
// or, in four and more dimensions, by linear programs in rationals. Hyperplanes through one point
// are counted by Cover's formula. In six dimensions and more both kinds list the same vertices.
// The test "reference" compares small networks of three to eight inputs with the reference alone:
// 10,000 of them take half an hour.
#include "../module/nets.h"
#include "../module/unit.h"
#include "../ref/generator_lines.h"
#include "../ref/random_nets.h"
#include "../ref/ref.h"
#include "domain/domain.h"
#include <crease/make.h>
#include <crease/regions.h>

#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    MOST_DIMENSIONS = 8,
    MOST_OF_CASES = 5,
    MOST_UNITS = 7, // of networks that the reference counts
    MOST_UNITS_BY_PROGRAMS = 5,
    LEAST_LISTED = 6,       // dimensions where regions usually have no vertices
    MOST_LISTED = 30,       // regions whose vertices are listed
    LEAST_BY_REFERENCE = 3, // inputs of networks that are compared with the reference alone
    MOST_EXACTLY = 200,     // regions of networks that integers count too
    MOST_WIDE = 4,
    RANGE = 5
};

typedef struct {
    uint64_t networks, regions, decided_float, decided_exact, by_reference, listed;
} totals;

// Bounds, some of them not doubles, that are degenerate against weights that are small integers.
static crease_domain *random_box(size_t dimension, uint64_t seed)
{
    if (seed % (RANGE + 1) == RANGE)
        return crease_domain_new_space(dimension);
    static const char *const text[RANGE] = {"-1,1", "-1,3/2", "0,1/3", "-2,2", "-1e-3,2e-3"};
    crease_domain *domain;
    if (crease_domain_parse_box(&domain, text[seed % (RANGE + 1)], dimension, NULL) != CREASE_OK)
        abort();
    return domain;
}

// A network and a box, of which both are the caller's.
static void choose(crease_net **net, crease_domain **box, uint64_t seed, size_t dimension,
                   bool is_small)
{
    static const unsigned kinds[] = {0, RANDOM_PWL, RANDOM_MIXED, RANDOM_MAXOUT};
    random_state random;
    random_case of;
    random_seed(&random, seed);
    if (dimension > MOST_OF_CASES && !is_small) {
        *net = random_net_of(&random, dimension, MOST_WIDE, 2, random_named_activation);
        *box = random_box(dimension, seed / MOST_DIMENSIONS);
        return;
    }
    random_case_init_with(&of, seed, dimension, kinds[seed / MOST_DIMENSIONS % 4]);
    *box = of.lo ? random_case_domain(&of) : random_box(dimension, seed / MOST_DIMENSIONS);
    *net = of.net;
    of.net = NULL;
    random_case_clear(&of);
}

static void count_by(crease_counts *counts, const crease_net *net, crease_domain *domain,
                     int by_dictionary, crease_arith arith, size_t threads)
{
    domain->by_dictionary = by_dictionary;
    crease_counts_init(counts, net);
    crease_counts_by_neuron(counts, net);
    const crease_options options = {.arith = arith, .threads = threads};
    if (crease_walk(counts, net, domain, &options, NULL, NULL) != CREASE_OK)
        abort();
}

static bool are_equal(const crease_counts *a, const crease_counts *b)
{
    return a->activation_regions == b->activation_regions &&
           a->bounded_regions == b->bounded_regions &&
           !memcmp(a->per_layer, b->per_layer, a->layers * sizeof *a->per_layer) &&
           !memcmp(a->per_neuron, b->per_neuron, a->neurons * sizeof *a->per_neuron);
}

// ---- Vertices ----

typedef struct {
    generator_lines all;
    size_t dimension;
} generator_list;

static crease_visit list_generators(void *data, const crease_region *region)
{
    enum { LONGEST = 40 };
    generator_list *list = data;
    char name[LONGEST];
    fmpq *x = _fmpq_vec_init((slong)list->dimension);
    for (size_t i = 0; i < crease_region_vertices(region); i++) {
        snprintf(name, LONGEST, "%" PRIu64 " vertex", crease_region_id(region));
        crease_region_vertex(x, region, i);
        generator_lines_add(&list->all, name, x, list->dimension);
    }
    for (size_t i = 0; i < crease_region_rays(region); i++) {
        snprintf(name, LONGEST, "%" PRIu64 " ray", crease_region_id(region));
        crease_region_ray(x, region, i);
        generator_lines_add(&list->all, name, x, list->dimension);
    }
    _fmpq_vec_clear(x, (slong)list->dimension);
    return CREASE_GO;
}

// Whether the first regions have the same vertices and rays if cells keep them and if they are
// found from the inequalities of each region.
static bool vertices_agree(const crease_net *net, crease_domain *domain, totals *sum)
{
    generator_list by[2] = {{.dimension = domain->dimension}, {.dimension = domain->dimension}};
    for (int k = 0; k < 2; k++) {
        crease_counts counts;
        const crease_options options = {.threads = 1, .max_regions = MOST_LISTED};
        const crease_visitor visitor = {.data = by + k, .region = list_generators};
        domain->by_dictionary = k ? -1 : 1;
        crease_counts_init(&counts, net);
        if (crease_walk(&counts, net, domain, &options, &visitor, NULL) == CREASE_ERROR)
            abort();
        crease_counts_clear(&counts);
    }
    sum->listed += by->all.count;
    const bool agree = generator_lines_agree(&by[0].all, &by[1].all);
    if (!agree)
        fprintf(stderr, "vertices differ\n");
    return agree;
}

// ---- Counts ----

static size_t units_of(const crease_net *net)
{
    size_t units = 0;
    for (size_t l = 0; l < crease_net_hidden(net); l++)
        units += crease_net_width(net, l);
    return units;
}

static bool is_as_reference(const crease_counts *counts, const crease_net *net,
                            crease_domain *domain, totals *sum)
{
    ref_result by_patterns;
    crease_counts again;
    crease_linear_counts linear;
    crease_counts_init(&again, net);
    domain->by_dictionary = 1;
    if (crease_count_linear(&again, &linear, net, domain, NULL, NULL) != CREASE_OK)
        abort();
    crease_counts_clear(&again);
    ref_count(&by_patterns, net, domain->lo, domain->hi);
    const bool equal = by_patterns.activation_regions == counts->activation_regions &&
                       by_patterns.bounded_regions == counts->bounded_regions &&
                       by_patterns.linear_regions == linear.linear_regions &&
                       by_patterns.affine_maps == linear.affine_maps;
    ref_result_clear(&by_patterns);
    sum->by_reference++;
    return equal;
}

static void print_case(uint64_t seed, const crease_domain *domain, const crease_net *net)
{
    fprintf(stderr, "seed %" PRIu64 ", %s\n", seed, crease_domain_text(domain));
    crease_net_write(stderr, net);
}

static bool agree_with_reference(uint64_t seed, totals *sum)
{
    crease_counts counts;
    crease_net *net;
    crease_domain *domain;
    const size_t dimensions = MOST_DIMENSIONS - LEAST_BY_REFERENCE + 1;
    choose(&net, &domain, seed, LEAST_BY_REFERENCE + seed % dimensions, 1);
    count_by(&counts, net, domain, 1, CREASE_FILTERED, 1);
    const bool good = is_as_reference(&counts, net, domain, sum);
    sum->networks++;
    sum->regions += counts.activation_regions;
    sum->decided_float += counts.decided_float;
    sum->decided_exact += counts.decided_exact;
    if (!good)
        print_case(seed, domain, net);
    crease_counts_clear(&counts);
    crease_domain_free(domain);
    crease_net_free(net);
    return good;
}

static bool agree(uint64_t seed, totals *sum)
{
    static const struct {
        crease_arith arith;
        int by_dictionary;
        size_t threads;
    } route[] = {{CREASE_FILTERED, 1, 1},
                 {CREASE_EXACT, 1, 1},
                 {CREASE_FILTERED, 1, 3},
                 {CREASE_FILTERED, -1, 1}};
    enum { ROUTES = sizeof route / sizeof *route };
    crease_counts counts[ROUTES];
    crease_net *net;
    crease_domain *domain;
    choose(&net, &domain, seed, 1 + seed % MOST_DIMENSIONS, 0);
    bool good = true;
    for (size_t i = 0; i < ROUTES; i++) {
        const bool is_large = i > 0 && counts->activation_regions > MOST_EXACTLY;
        count_by(counts + i, net, domain, route[i].by_dictionary,
                 is_large ? CREASE_FILTERED : route[i].arith, route[i].threads);
        good &= are_equal(counts, counts + i);
    }
    const size_t most =
        domain->dimension > REF_BY_ELIMINATION ? MOST_UNITS_BY_PROGRAMS : MOST_UNITS;
    good = good && (units_of(net) > most || is_as_reference(counts, net, domain, sum));
    good = good && (domain->dimension < LEAST_LISTED || vertices_agree(net, domain, sum));
    sum->networks++;
    sum->regions += counts->activation_regions;
    sum->decided_float += counts->decided_float;
    sum->decided_exact += counts->decided_exact;
    if (!good) {
        for (size_t i = 0; i < ROUTES; i++)
            fprintf(stderr, "%" PRIu64 " regions, ", counts[i].activation_regions);
        print_case(seed, domain, net);
    }
    for (size_t i = 0; i < ROUTES; i++)
        crease_counts_clear(counts + i);
    crease_domain_free(domain);
    crease_net_free(net);
    return good;
}

// n random hyperplanes through one point of the box, in d dimensions: Cover's formula gives
// 2 sum_(i < d) C(n - 1, i) regions. A vertex of every cell is degenerate, and yet doubles decide
// nearly all signs.
static bool is_cone_counted(size_t d, size_t n, uint64_t seed)
{
    const crease_random how = {.seed = seed};
    crease_net *net;
    crease_domain *box;
    crease_counts counts;
    uint64_t expected = 0, binomial = 1;
    for (size_t i = 0; i < d; i++) {
        expected += 2 * binomial;
        binomial = binomial * (n - 1 - i) / (i + 1);
    }
    if (crease_net_random(&net, (const size_t[]){d, n, 1}, 3, &how, NULL) != CREASE_OK ||
        crease_domain_parse_box(&box, "-1,2", d, NULL) != CREASE_OK)
        abort();
    count_by(&counts, net, box, 1, CREASE_FILTERED, 1);
    const bool good =
        counts.activation_regions == expected && 20 * counts.decided_exact < counts.decided_float;
    if (!good)
        fprintf(stderr,
                "%zu hyperplanes in %zu dimensions, seed %" PRIu64 ": %" PRIu64
                " regions, expected %" PRIu64 ", %" PRIu64 " forms by integers\n",
                n, d, seed, counts.activation_regions, expected, counts.decided_exact);
    crease_counts_clear(&counts);
    crease_domain_free(box);
    crease_net_free(net);
    return good;
}

static void hyperplanes_through_a_point(void)
{
    CU_ASSERT(is_cone_counted(4, 40, cases_seed()));
    CU_ASSERT(is_cone_counted(10, 12, cases_seed()));
}

static void print_totals(const totals *sum)
{
    printf("simplex: %" PRIu64 " networks, %" PRIu64 " of them by reference too, %" PRIu64
           " regions; forms: %" PRIu64 " by doubles, %" PRIu64 " by integers; %" PRIu64
           " vertices\n",
           sum->networks, sum->by_reference, sum->regions, sum->decided_float, sum->decided_exact,
           sum->listed);
}

static void both_kinds_agree(void)
{
    totals sum = {0};
    for (uint64_t seed = cases_seed(); sum.networks < cases_count(16) || !sum.by_reference; seed++)
        CU_ASSERT(agree(unit_seed(seed), &sum));
    print_totals(&sum);
    CU_ASSERT(sum.decided_float > 0 && sum.decided_exact > 0);
    CU_ASSERT(sum.listed > 0 || sum.networks < MOST_DIMENSIONS);
}

static void reference_agrees(void)
{
    totals sum = {0};
    SEEDS(seed, 60)
        CU_ASSERT(agree_with_reference(seed, &sum));
    print_totals(&sum);
    CU_ASSERT((sum.decided_float > 0 && sum.decided_exact > 0) || sum.networks < MOST_DIMENSIONS);
}

UNIT_MAIN("simplex", {"hyperplanes through a point", hyperplanes_through_a_point},
          {"both kinds of cells", both_kinds_agree}, {"reference", reference_agrees})
