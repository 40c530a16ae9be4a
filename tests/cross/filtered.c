// Filtered arithmetic against exact arithmetic: the same counts and the same regions, bit for bit,
// on random networks of all sizes, generic ones and ones that doubles cannot resolve.
// With CREASE_VERBOSE each case prints a line.
#include "../module/unit.h"
#include "../ref/filter_nets.h"
#include "base/memory.h"

#include <crease/crease.h>
#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_REGIONS = 500 // of one network; deep ones may have far more
};

// ---- A region as a number. ----

// Fowler, Noll and Vo's FNV-1a, word by word, with a shift so that high bits count too.
static void mix(uint64_t *hash, uint64_t word)
{
    *hash = (*hash ^ word) * 0x100000001b3;
    *hash ^= *hash >> 29;
}

static void mix_integer(uint64_t *hash, const fmpz_t x)
{
    mpz_t z;
    mpz_init(z);
    fmpz_get_mpz(z, x);
    size_t limbs = mpz_size(z);
    mix(hash, 2 * limbs + (mpz_sgn(z) < 0));
    for (size_t i = 0; i < limbs; i++)
        mix(hash, mpz_getlimbn(z, (mp_size_t)i));
    mpz_clear(z);
}

static void mix_numbers(uint64_t *hash, const fmpq *x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        mix_integer(hash, fmpq_numref(x + i));
        mix_integer(hash, fmpq_denref(x + i));
    }
}

static uint64_t region_hash(const crease_net *net, const crease_region *region)
{
    uint64_t hash = crease_region_id(region);
    size_t vertices = crease_region_vertices(region), rays = crease_region_rays(region);
    for (size_t l = 0; l < crease_net_hidden(net); l++)
        for (size_t unit = 0; unit < crease_net_width(net, l); unit++)
            mix(&hash, crease_region_pattern(region, l)[unit]);
    mix(&hash, vertices);
    mix(&hash, rays);
    fmpq *row = _fmpq_vec_init(3);
    for (size_t i = 0; i < vertices; i++) {
        crease_region_vertex(row, region, i);
        mix_numbers(&hash, row, 2);
    }
    for (size_t i = 0; i < rays; i++) {
        crease_region_ray(row, region, i);
        mix_numbers(&hash, row, 2);
    }
    for (size_t i = 0; i < crease_net_outputs(net); i++) {
        crease_region_map(row, region, i);
        mix_numbers(&hash, row, 3);
    }
    mix(&hash, (uint64_t)crease_region_is_bounded(region));
    _fmpq_vec_clear(row, 3);
    return hash;
}

// ---- One walk. ----

typedef struct {
    const char *name;
    crease_options options;
    bool shows; // a visitor listens
    crease_status status;
    crease_counts counts;
    const crease_net *net;
    uint64_t *region; // a number for each
    size_t regions, capacity;
} walk;

static crease_visit on_region(void *data, const crease_region *region)
{
    walk *w = data;
    MEMORY_RESERVE(w->region, w->capacity, w->regions + 1);
    w->region[w->regions++] = region_hash(w->net, region);
    return CREASE_GO;
}

static void walk_run(walk *w, const crease_net *net, const crease_domain *domain)
{
    crease_visitor visitor = {.data = w, .region = on_region};
    crease_error error = {0};
    w->net = net;
    crease_counts_init(&w->counts, net);
    w->status =
        crease_walk(&w->counts, net, domain, &w->options, w->shows ? &visitor : NULL, &error);
}

// What differs from the first walk; NULL if nothing.
static const char *walk_difference(const walk *w, const walk *first)
{
    const crease_counts *a = &w->counts, *b = &first->counts;
    bool stopped = w->status == CREASE_STOPPED;
    if (w->status != first->status || a->complete != b->complete || w->status == CREASE_ERROR)
        return "status";
    if (a->activation_regions != b->activation_regions)
        return "activation_regions";
    // The progress of the layers above depends on the order of the walk.
    if (!stopped && a->bounded_regions != b->bounded_regions)
        return "bounded_regions";
    if (!stopped && a->splits != b->splits)
        return "splits";
    if (!stopped && memcmp(a->per_layer, b->per_layer, a->layers * sizeof *a->per_layer) != 0)
        return "regions per layer";
    // Nor may the work depend on the number of threads.
    if (w->options.arith == first->options.arith && w->shows == first->shows &&
        (a->decided_float != b->decided_float || a->decided_exact != b->decided_exact))
        return "decisions";
    if (!w->shows)
        return NULL;
    if (w->regions != a->activation_regions)
        return "the number of regions shown";
    return NULL;
}

// ---- One case. ----

typedef struct {
    uint64_t regions, decided_float, decided_exact, stopped;
} totals;

// Whether both visitors saw the same; otherwise the first difference.
static bool same_regions(const walk *filtered, const walk *exact)
{
    size_t i = 0;
    while (i < filtered->regions && i < exact->regions && filtered->region[i] == exact->region[i])
        i++;
    if (i == filtered->regions && i == exact->regions)
        return true;
    fprintf(stderr, "  shown: %zu regions and %zu, the first that differs is number %zu\n",
            filtered->regions, exact->regions, i);
    return false;
}

static int all_agree(const crease_net *net, const crease_domain *domain, totals *sum)
{
    // The last two are compared region by region. A limit on regions means one thread.
    walk walks[] = {
        {.name = "filtered, counted", .options = {.arith = CREASE_FILTERED, .threads = 1}},
        {.name = "filtered, counted by three", .options = {.arith = CREASE_FILTERED, .threads = 3}},
        {.name = "exact, counted", .options = {.arith = CREASE_EXACT, .threads = 2}},
        {.name = "filtered, shown", .options = {.arith = CREASE_FILTERED}, .shows = true},
        {.name = "exact, shown", .options = {.arith = CREASE_EXACT}, .shows = true},
    };
    enum { WALKS = sizeof walks / sizeof *walks };
    int good = 1, too_many = 0;
    for (size_t i = WALKS; i-- > 0;) {
        walk *w = walks + i;
        w->options.max_regions = w->shows || too_many ? MOST_REGIONS : 0;
        walk_run(w, net, domain);
        too_many |= w->status == CREASE_STOPPED;
    }
    for (size_t i = 0; i < WALKS; i++) {
        const walk *other = walks + (i == 1 ? 0 : WALKS - 1);
        const char *what = walk_difference(walks + i, other);
        if (what)
            fprintf(stderr, "  %s: not as %s: %s\n", walks[i].name, other->name, what);
        good &= !what;
    }
    good &= same_regions(walks + WALKS - 2, walks + WALKS - 1);
    sum->regions += walks[WALKS - 1].counts.activation_regions;
    sum->decided_float += walks[0].counts.decided_float;
    sum->decided_exact += walks[0].counts.decided_exact;
    sum->stopped += (uint64_t)too_many;
    for (size_t i = 0; i < WALKS; i++) {
        crease_counts_clear(&walks[i].counts);
        free(walks[i].region);
    }
    return good;
}

static int agree(uint64_t seed, int verbose, totals *sum)
{
    random_case of;
    const char *family = filter_case_init(&of, seed);
    crease_domain *domain = random_case_domain(&of);
    totals before = *sum;
    int good = all_agree(of.net, domain, sum);
    if (verbose)
        printf("%" PRIu64 " %s, %zu layers, %.60s: %" PRIu64 " regions, decided %" PRIu64
               " %" PRIu64 "\n",
               seed, family, crease_net_layers(of.net), crease_domain_text(domain),
               sum->regions - before.regions, sum->decided_float - before.decided_float,
               sum->decided_exact - before.decided_exact);
    if (!good) {
        fprintf(stderr, "seed %" PRIu64 ", %s, %s: different on\n", seed, family,
                crease_domain_text(domain));
        if (crease_net_layers(of.net) < 8)
            crease_net_write(stderr, of.net);
    }
    crease_domain_free(domain);
    random_case_clear(&of);
    return good;
}

static void filtered_is_exact(void)
{
    totals sum = {0};
    SEEDS(seed, 800)
        CU_ASSERT(agree(seed, getenv("CREASE_VERBOSE") != NULL, &sum));
    printf("filtered: %" PRIu64 " regions (%" PRIu64 " walks cut short), signs: %" PRIu64
           " by doubles, %" PRIu64 " by integers\n",
           sum.regions, sum.stopped, sum.decided_float, sum.decided_exact);
    // A filter that never decides, or always, has not been tested.
    const uint64_t cases = cases_count(800);
    CU_ASSERT(cases < 100 || sum.decided_float >= sum.decided_exact / 4);
    CU_ASSERT(cases < 100 || sum.decided_exact >= cases);
}

UNIT_MAIN("filtered", {"is exact", filtered_is_exact})
