// Ranges and slopes against the slow reference: its regions, its maps, elimination in rationals.
#include "../module/unit.h"
#include "../ref/cases.h"
#include "../ref/random_nets.h"
#include "../ref/ref.h"

#include <crease/function.h>
#include <flint/fmpq_vec.h>

typedef struct {
    random_case of;
    crease_domain *domain;
    ref_result reference;
    crease_counts counts;
    size_t outputs;
} example;

static void example_init(example *e, uint64_t seed)
{
    random_case_init_with(&e->of, seed, 1 + seed % 3,
                          seed % 5 == 4   ? RANDOM_MAXOUT
                          : seed % 5 == 3 ? RANDOM_PWL
                                          : 0);
    e->domain = random_case_domain(&e->of);
    e->outputs = crease_net_outputs(e->of.net);
    ref_count(&e->reference, e->of.net, e->of.lo, e->of.hi);
    crease_counts_init(&e->counts, e->of.net);
}

static void example_clear(example *e)
{
    crease_counts_clear(&e->counts);
    ref_result_clear(&e->reference);
    crease_domain_free(e->domain);
    random_case_clear(&e->of);
}

// ---- Ranges ----

// The output at point + times * direction; direction may be NULL.
static void output_along(fmpq_t value, const example *e, size_t output, const crease_extreme *at,
                         ulong times)
{
    const size_t d = e->of.dimension;
    fmpq *x = _fmpq_vec_init((slong)d), *y = _fmpq_vec_init((slong)e->outputs);
    for (size_t i = 0; i < d; i++) {
        fmpq_mul_ui(x + i, at->direction + i, times);
        fmpq_add(x + i, x + i, at->point + i);
    }
    crease_net_evaluate(y, e->of.net, x);
    fmpq_set(value, y + output);
    _fmpq_vec_clear(x, (slong)d);
    _fmpq_vec_clear(y, (slong)e->outputs);
}

// Whether the output lies beyond the value, above (side 1) or below (-1), anywhere in a region.
static bool beyond(const ref_region *region, size_t dimension, size_t output, const fmpq_t value,
                   int side)
{
    ref_system more;
    mpq_t bound;
    mpq_init(bound);
    fmpq_get_mpq(bound, value);
    ref_system_copy(&more, &region->system);
    mpq_t *row = ref_system_append(&more);
    const mpq_t *map = region->map + output * (dimension + 1);
    for (size_t c = 0; c <= dimension; c++)
        mpq_set(row[c], map[c]);
    mpq_sub(row[dimension], row[dimension], bound);
    for (size_t c = 0; c <= dimension && side < 0; c++)
        mpq_neg(row[c], row[c]);
    const bool found = ref_feasible(NULL, &more);
    ref_system_clear(&more);
    mpq_clear(bound);
    return found;
}

static void check_extreme(const example *e, size_t output, const crease_extreme *extreme, int side)
{
    fmpq_t near, far;
    fmpq_init(near);
    fmpq_init(far);
    CU_ASSERT(extreme->known);
    if (extreme->unbounded) {
        output_along(near, e, output, extreme, 1000);
        output_along(far, e, output, extreme, 2000);
        CU_ASSERT(side * fmpq_cmp(far, near) > 0);
    } else {
        output_along(near, e, output, extreme, 0);
        CU_ASSERT(fmpq_equal(near, extreme->value));
        for (size_t r = 0; r < e->reference.activation_regions; r++)
            CU_ASSERT_FALSE(
                beyond(e->reference.region + r, e->of.dimension, output, extreme->value, side));
    }
    for (size_t i = 0; i < e->of.dimension && e->of.lo; i++)
        CU_ASSERT(!extreme->unbounded && fmpq_cmp(extreme->point + i, e->of.lo + i) >= 0 &&
                  fmpq_cmp(extreme->point + i, e->of.hi + i) <= 0);
    fmpq_clear(near);
    fmpq_clear(far);
}

// One form for each output.
static fmpq *outputs_of(const example *e)
{
    const size_t width = e->outputs + 1;
    fmpq *forms = _fmpq_vec_init((slong)(e->outputs * width));
    for (size_t o = 0; o < e->outputs; o++)
        fmpq_one(forms + o * width + o);
    return forms;
}

static void with_ranges(example *e, const crease_domain *domain, bool moments,
                        void (*look)(const example *, const crease_range *, void *), void *data)
{
    fmpq *forms = outputs_of(e);
    crease_range *ranges = calloc(e->outputs, sizeof *ranges);
    for (size_t o = 0; o < e->outputs; o++)
        crease_range_init(ranges + o, domain);
    CU_ASSERT_EQUAL(crease_ranges(ranges, &e->counts, e->of.net, domain, forms, e->outputs, moments,
                                  NULL, NULL),
                    CREASE_OK);
    look(e, ranges, data);
    for (size_t o = 0; o < e->outputs; o++)
        crease_range_clear(ranges + o);
    free(ranges);
    _fmpq_vec_clear(forms, (slong)(e->outputs * (e->outputs + 1)));
}

static void check_ranges(const example *e, const crease_range *ranges, void *data)
{
    (void)data;
    for (size_t o = 0; o < e->outputs; o++) {
        check_extreme(e, o, &ranges[o].least, -1);
        check_extreme(e, o, &ranges[o].greatest, 1);
        CU_ASSERT_FALSE(ranges[o].has_moments);
    }
}

static void ranges_hold(void)
{
    SEEDS(seed, 300) {
        example e;
        example_init(&e, seed);
        with_ranges(&e, e.domain, 0, check_ranges, NULL);
        example_clear(&e);
    }
}

// ---- Means: those of two halves of a box, added up, are that of the box. ----

typedef struct {
    fmpq *first, *second; // sums of mean and of mean of squares, for each output
    int share;            // the part is 1 / share of the box
} halves;

static void add_moments(const example *e, const crease_range *ranges, void *data)
{
    halves *h = data;
    fmpq_t square;
    fmpq_init(square);
    for (size_t o = 0; o < e->outputs; o++) {
        CU_ASSERT(ranges[o].has_moments && fmpq_sgn(ranges[o].variance) >= 0);
        CU_ASSERT(fmpq_cmp(ranges[o].least.value, ranges[o].mean) <= 0);
        CU_ASSERT(fmpq_cmp(ranges[o].greatest.value, ranges[o].mean) >= 0);
        fmpq_mul(square, ranges[o].mean, ranges[o].mean);
        fmpq_add(square, square, ranges[o].variance);
        fmpq_div_2exp(square, square, (flint_bitcnt_t)h->share);
        fmpq_add(h->second + o, h->second + o, square);
        fmpq_div_2exp(square, ranges[o].mean, (flint_bitcnt_t)h->share);
        fmpq_add(h->first + o, h->first + o, square);
    }
    fmpq_clear(square);
}

// The halves of the box along its last side.
static void add_halves(example *e, halves *h)
{
    fmpq *end = e->of.hi + e->of.dimension - 1, *begin = e->of.lo + e->of.dimension - 1;
    fmpq_t middle, kept;
    fmpq_init(middle);
    fmpq_init(kept);
    fmpq_add(middle, begin, end);
    fmpq_div_2exp(middle, middle, 1);
    for (int upper = 0; upper < 2; upper++) {
        fmpq *moved = upper ? begin : end;
        fmpq_set(kept, moved);
        fmpq_set(moved, middle);
        crease_domain *half = random_case_domain(&e->of);
        with_ranges(e, half, 1, add_moments, h);
        crease_domain_free(half);
        fmpq_set(moved, kept);
    }
    fmpq_clear(middle);
    fmpq_clear(kept);
}

static void means_add_up(void)
{
    SEEDS(seed, 200) {
        example e;
        example_init(&e, seed);
        fmpq *sums = _fmpq_vec_init((slong)(4 * e.outputs));
        halves whole = {sums, sums + e.outputs, 0},
               parts = {sums + 2 * e.outputs, sums + 3 * e.outputs, 1};
        if (e.of.lo) {
            with_ranges(&e, e.domain, 1, add_moments, &whole);
            add_halves(&e, &parts);
        }
        for (size_t i = 0; i < 2 * e.outputs; i++)
            CU_ASSERT(fmpq_equal(sums + i, sums + 2 * e.outputs + i));
        _fmpq_vec_clear(sums, (slong)(4 * e.outputs));
        example_clear(&e);
    }
}

// On [0, 1]: relu(x - 1/2) has the mean 1/8 and the mean square 1/24.
static void mean_by_hand(void)
{
    static const char text[] = "{\"inputs\": 1, \"layers\": [{\"weights\": [[1]], "
                               "\"bias\": [\"-1/2\"], \"activation\": \"relu\"}]}";
    crease_net *net;
    crease_domain *domain;
    crease_range range;
    crease_counts counts;
    fmpq *form = _fmpq_vec_init(2);
    fmpq_t wanted;
    fmpq_init(wanted);
    fmpq_one(form);
    CU_ASSERT_FATAL(!crease_net_parse(&net, text, sizeof text - 1, "text", NULL, NULL));
    CU_ASSERT_FATAL(!crease_domain_parse_box(&domain, "0,1", 1, NULL));
    crease_range_init(&range, domain);
    crease_counts_init(&counts, net);
    CU_ASSERT_EQUAL(crease_ranges(&range, &counts, net, domain, form, 1, 1, NULL, NULL), CREASE_OK);
    fmpq_set_si(wanted, 1, 8);
    CU_ASSERT(fmpq_equal(range.mean, wanted));
    fmpq_set_si(wanted, 5, 192); // 1/24 - 1/64
    CU_ASSERT(fmpq_equal(range.variance, wanted));
    crease_range_clear(&range);
    crease_counts_clear(&counts);
    crease_domain_free(domain);
    crease_net_free(net);
    _fmpq_vec_clear(form, 2);
    fmpq_clear(wanted);
}

// ---- Slopes ----

// The norm of the Jacobian of a map of the reference: the greatest sum over a row, or a column.
static void greatest_sum(mpq_t greatest, const example *e, const mpq_t *map, bool of_rows)
{
    const size_t d = e->of.dimension, m = e->outputs;
    mpq_t sum, term;
    mpq_inits(sum, term, NULL);
    mpq_set_ui(greatest, 0, 1);
    for (size_t i = 0; i < (of_rows ? m : d); i++) {
        mpq_set_ui(sum, 0, 1);
        for (size_t j = 0; j < (of_rows ? d : m); j++) {
            mpq_abs(term, map[of_rows ? i * (d + 1) + j : j * (d + 1) + i]);
            mpq_add(sum, sum, term);
        }
        if (mpq_cmp(sum, greatest) > 0)
            mpq_set(greatest, sum);
    }
    mpq_clears(sum, term, NULL);
}

// Whether x |u|^2 - |A u|^2 >= 0 for all u, by Gauss: no pivot is negative, and where one is zero
// its row is zero.
static bool is_above(const fmpq_t x, const example *e, const mpq_t *map)
{
    enum { MOST = 3 };
    const size_t d = e->of.dimension;
    mpq_t g[MOST][MOST], term;
    bool above = true;
    mpq_init(term);
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++) {
            mpq_init(g[i][j]);
            if (i == j)
                fmpq_get_mpq(g[i][j], x);
            for (size_t o = 0; o < e->outputs; o++) {
                mpq_mul(term, map[o * (d + 1) + i], map[o * (d + 1) + j]);
                mpq_sub(g[i][j], g[i][j], term);
            }
        }
    for (size_t k = 0; k < d && above; k++) {
        above = mpq_sgn(g[k][k]) >= 0;
        for (size_t i = k + 1; i < d && above; i++) {
            if (!mpq_sgn(g[k][k])) {
                above = !mpq_sgn(g[i][k]);
                continue;
            }
            for (size_t j = d; j-- > k;) {
                mpq_mul(term, g[i][k], g[k][j]);
                mpq_div(term, term, g[k][k]);
                if (j > k)
                    mpq_sub(g[i][j], g[i][j], term);
            }
        }
    }
    for (size_t i = 0; i < d; i++)
        for (size_t j = 0; j < d; j++)
            mpq_clear(g[i][j]);
    mpq_clear(term);
    return above;
}

static void check_sums(const example *e, const crease_lipschitz *slope, bool of_rows)
{
    mpq_t greatest, sum;
    fmpq_t wanted;
    mpq_inits(greatest, sum, NULL);
    fmpq_init(wanted);
    for (size_t r = 0; r < e->reference.activation_regions; r++) {
        greatest_sum(sum, e, e->reference.region[r].map, of_rows);
        if (mpq_cmp(sum, greatest) > 0)
            mpq_set(greatest, sum);
    }
    fmpq_set_mpq(wanted, greatest);
    CU_ASSERT(fmpq_equal(slope->value.lo, wanted) && fmpq_equal(slope->value.hi, wanted));
    mpq_clears(greatest, sum, NULL);
    fmpq_clear(wanted);
}

static void check_euclidean(const example *e, const crease_lipschitz *slope)
{
    int all_below = 1, reached = fmpq_equal(slope->squared.lo, slope->squared.hi);
    for (size_t r = 0; r < e->reference.activation_regions; r++) {
        const mpq_t *map = e->reference.region[r].map;
        all_below &= is_above(slope->squared.hi, e, map);
        reached |= !is_above(slope->squared.lo, e, map);
    }
    CU_ASSERT(all_below && reached);
    // The enclosure of the root, and how narrow it is: 10^-15 relatively.
    fmpq_t square, width;
    fmpq_init(square);
    fmpq_init(width);
    fmpq_mul(square, slope->value.lo, slope->value.lo);
    CU_ASSERT(fmpq_cmp(square, slope->squared.lo) <= 0);
    fmpq_mul(square, slope->value.hi, slope->value.hi);
    CU_ASSERT(fmpq_cmp(square, slope->squared.hi) >= 0);
    fmpq_sub(width, slope->value.hi, slope->value.lo);
    for (int i = 0; i < 15; i++)
        fmpq_mul_ui(width, width, 10);
    CU_ASSERT(fmpq_cmp(width, slope->value.hi) <= 0);
    fmpq_clear(square);
    fmpq_clear(width);
}

// Its point lies in the region of that map.
static void check_place(const example *e, const crease_lipschitz *slope)
{
    const size_t d = e->of.dimension;
    fmpq *y = _fmpq_vec_init((slong)e->outputs);
    fmpq_t value;
    fmpq_init(value);
    crease_net_evaluate(y, e->of.net, slope->point);
    for (size_t o = 0; o < e->outputs; o++) {
        const fmpq *row = slope->map + o * (d + 1);
        fmpq_set(value, row + d);
        for (size_t i = 0; i < d; i++)
            fmpq_addmul(value, row + i, slope->point + i);
        CU_ASSERT(fmpq_equal(value, y + o));
    }
    fmpq_clear(value);
    _fmpq_vec_clear(y, (slong)e->outputs);
}

static void slopes_hold(void)
{
    SEEDS(seed, 300) {
        example e;
        example_init(&e, seed);
        for (int norm = CREASE_NORM_2; norm <= CREASE_NORM_MAX; norm++) {
            crease_lipschitz slope;
            crease_lipschitz_init(&slope, e.of.net, e.domain);
            CU_ASSERT_EQUAL(crease_lipschitz_compute(&slope, &e.counts, e.of.net, e.domain,
                                                     (crease_norm)norm, 0, NULL, NULL),
                            CREASE_OK);
            if (norm == CREASE_NORM_2)
                check_euclidean(&e, &slope);
            else
                check_sums(&e, &slope, norm == CREASE_NORM_MAX);
            check_place(&e, &slope);
            crease_lipschitz_clear(&slope);
        }
        example_clear(&e);
    }
}

UNIT_MAIN("function", {"ranges", ranges_hold}, {"means", means_add_up},
          {"a mean by hand", mean_by_hand}, {"slopes", slopes_hold})
