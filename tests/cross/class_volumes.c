// Volumes of classes in boxes and other polytopes against the sums of the volumes of their cells,
// and boundaries between classes against what every two cells share.
//
// A cell's volume is found from its own vertices, that of a class from the faces where it ends.
#include "../module/unit.h"
#include "../ref/cases.h"
#include "../ref/portrait.h"
#include "../ref/random_nets.h"
#include "../ref/shared_facet.h"

#include "net/net.h"
#include <crease/regions.h>
#include <crease/walk.h>
#include <flint/fmpq_vec.h>
#include <mpfr.h>

typedef struct {
    random_case of;
    crease_domain *domain;
    size_t count; // of forms
    fmpq *forms;
} example;

// Row a x + c >= 0 of a plane near the middle of a box, along none of its diagonals.
static void choose_cut(fmpq *row, const fmpq *lo, const fmpq *hi, size_t d)
{
    fmpq_t middle;
    fmpq_init(middle);
    for (size_t c = 0; c < d; c++) {
        fmpq_set_si(row + c, (slong)(c % 3) + 1, 1);
        fmpq_add(middle, lo + c, hi + c);
        fmpq_div_2exp(middle, middle, 1);
        fmpq_submul(row + d, row + c, middle);
    }
    fmpq_sub(middle, hi, lo);
    fmpq_div_2exp(middle, middle, 2);
    fmpq_add(row + d, row + d, middle);
    fmpq_clear(middle);
}

static crease_status new_cut_box(crease_domain **domain, const fmpq *lo, const fmpq *hi, size_t d,
                                 crease_error *error)
{
    const size_t columns = d + 1, rows = 2 * d + 1;
    fmpq *row = _fmpq_vec_init((slong)(rows * columns));
    for (size_t c = 0; c < d; c++) {
        fmpq *lower = row + 2 * c * columns, *upper = lower + columns;
        fmpq_one(lower + c);
        fmpq_neg(lower + d, lo + c);
        fmpq_set_si(upper + c, -1, 1);
        fmpq_set(upper + d, hi + c);
    }
    choose_cut(row + 2 * d * columns, lo, hi, d);
    const crease_status status = crease_domain_new_polytope(domain, row, rows, d, error);
    _fmpq_vec_clear(row, (slong)(rows * columns));
    return status;
}

// The box of a case or [-1, 1]^d, or what a plane leaves of it.
static crease_domain *choose_domain(const random_case *of, bool cut)
{
    const size_t d = of->dimension;
    crease_domain *domain = NULL;
    crease_error error;
    fmpq *lo = _fmpq_vec_init((slong)(2 * d)), *hi = lo + d;
    for (size_t c = 0; c < d; c++) {
        if (of->lo) {
            fmpq_set(lo + c, of->lo + c);
            fmpq_set(hi + c, of->hi + c);
        } else {
            fmpq_set_si(lo + c, -1, 1);
            fmpq_one(hi + c);
        }
    }
    if (cut ? new_cut_box(&domain, lo, hi, d, &error)
            : crease_domain_new_box(&domain, lo, hi, d, &error))
        CU_FAIL(error.message);
    _fmpq_vec_clear(lo, (slong)(2 * d));
    return domain;
}

// The forms are the outputs and a constant, or 0 and the only output.
static void example_init(example *e, uint64_t seed)
{
    random_case_init_with(&e->of, seed, 2 + seed % 4, seed % 7 == 4 ? RANDOM_MAXOUT : 0);
    e->domain = choose_domain(&e->of, seed % 3 == 2);
    const size_t outputs = crease_net_outputs(e->of.net), columns = outputs + 1;
    e->count = columns;
    e->forms = _fmpq_vec_init((slong)(e->count * columns));
    for (size_t k = 0; k < outputs; k++)
        fmpq_one(e->forms + (k + 1) * columns + k);
    fmpq_set_si(e->forms + outputs, (slong)(seed % 5) - 2, 2);
    test_shows_net(e->of.net);
}

static void example_clear(example *e)
{
    _fmpq_vec_clear(e->forms, (slong)(e->count * e->count));
    crease_domain_free(e->domain);
    random_case_clear(&e->of);
}

typedef struct {
    size_t layer; // that chooses
    fmpq *sum;    // of each class
} class_sums;

static crease_visit add_cell(void *data, const crease_region *region)
{
    const class_sums *sums = data;
    fmpq *sum = sums->sum + crease_region_pattern(region, sums->layer)[0];
    fmpq_t volume;
    fmpq_init(volume);
    crease_region_volume(volume, region);
    fmpq_add(sum, sum, volume);
    fmpq_clear(volume);
    return CREASE_GO;
}

// By all cells of the network that chooses.
static void sum_cells(fmpq *sum, const example *e)
{
    crease_net *deciding = net_deciding(e->of.net, e->forms, e->count);
    class_sums sums = {crease_net_hidden(deciding) - 1, sum};
    const crease_visitor visitor = {.data = &sums, .region = add_cell};
    const crease_options options = {.threads = 1};
    crease_counts counts;
    crease_counts_init(&counts, deciding);
    CU_ASSERT_EQUAL(crease_walk(&counts, deciding, e->domain, &options, &visitor, NULL), CREASE_OK);
    crease_counts_clear(&counts);
    crease_net_free(deciding);
}

// Rounded volumes lie within their errors of the exact ones, and the boundary is the same. Returns
// whether there are some.
static bool check_rounded(const example *e, const crease_classes *exact, const fmpq *sum,
                          unsigned digits, const crease_options *options)
{
    enum { BITS = 200 }; // of a volume that are right
    const unsigned what = CREASE_CLASS_VOLUMES | CREASE_CLASS_BOUNDARY | CREASE_CLASS_ROUNDED;
    crease_counts counts;
    crease_classes classes;
    fmpq_t difference;
    bool rounded = false;
    fmpq_init(difference);
    crease_counts_init(&counts, e->of.net);
    crease_classes_init(&classes, e->domain, e->count);
    CU_ASSERT_EQUAL(crease_classes_find(&classes, &counts, e->of.net, e->domain, e->forms, e->count,
                                        what, digits, options, NULL),
                    CREASE_OK);
    for (size_t k = 0; k < e->count; k++) {
        const crease_class *class = classes.entry + k;
        rounded |= !fmpq_is_zero(class->error);
        fmpq_sub(difference, class->volume, sum + k);
        fmpq_abs(difference, difference);
        CU_ASSERT(fmpq_cmp(difference, class->error) <= 0);
        fmpq_mul_2exp(difference, class->error, BITS);
        CU_ASSERT(fmpq_cmp(difference, classes.whole) <= 0);
        CU_ASSERT(fmpq_equal(class->tied_volume, exact->entry[k].tied_volume));
    }
    CU_ASSERT(fmpq_equal(classes.whole, exact->whole));
    if (exact->boundary_is_infinite || fmpq_cmp(exact->boundary.lo, exact->boundary.hi) <= 0) {
        CU_ASSERT(fmpq_equal(classes.boundary.lo, exact->boundary.lo));
        CU_ASSERT(fmpq_equal(classes.boundary.hi, exact->boundary.hi));
    }
    crease_classes_clear(&classes);
    crease_counts_clear(&counts);
    fmpq_clear(difference);
    return rounded;
}

// Returns whether some volumes can be rounded.
static bool check(const example *e, uint64_t seed)
{
    fmpq *sum = _fmpq_vec_init((slong)e->count + 1);
    crease_counts counts;
    crease_classes classes;
    sum_cells(sum, e);
    crease_counts_init(&counts, e->of.net);
    crease_classes_init(&classes, e->domain, e->count);
    const crease_options options = {.threads = 1 + seed % 2};
    const unsigned digits = seed % 3 ? 0 : 150; // more bits of boundaries than of volumes
    const unsigned what = CREASE_CLASS_VOLUMES | (seed % 2 ? CREASE_CLASS_POINTS : 0) |
                          (seed % 5 ? CREASE_CLASS_BOUNDARY : 0);
    CU_ASSERT_EQUAL(crease_classes_find(&classes, &counts, e->of.net, e->domain, e->forms, e->count,
                                        what, digits, &options, NULL),
                    CREASE_OK);
    for (size_t k = 0; k < e->count; k++)
        CU_ASSERT(classes.entry[k].finite && fmpq_equal(classes.entry[k].volume, sum + k));
    const bool rounded = check_rounded(e, &classes, sum, digits, &options);
    for (size_t i = 0; i < classes.regions && what & CREASE_CLASS_POINTS; i++) {
        CU_ASSERT(fmpq_sgn(classes.region[i].volume) > 0);
        fmpq_sub(sum + classes.region[i].number, sum + classes.region[i].number,
                 classes.region[i].volume);
    }
    for (size_t k = 0; k < e->count && what & CREASE_CLASS_POINTS; k++)
        CU_ASSERT(fmpq_is_zero(sum + k));
    crease_classes_clear(&classes);
    crease_counts_clear(&counts);
    _fmpq_vec_clear(sum, (slong)e->count + 1);
    return rounded;
}

static void volumes_of_classes_are_sums_of_cells(void)
{
    size_t rounded = 0;
    SEEDS(seed, 240) {
        example e;
        example_init(&e, seed);
        rounded += check(&e, seed);
        example_clear(&e);
    }
    CU_ASSERT(rounded > 0);
}

// ---- Boundaries ----

// Of every two cells of different classes; the choice is the last layer of a pattern.
static void sum_shared(mpfr_t sum, const portrait *cells)
{
    const size_t last = cells->units - 1;
    mpfr_set_zero(sum, 1);
    for (size_t i = 0; i < cells->regions; i++)
        for (size_t j = 0; j < i; j++) {
            const portrait_region *a = cells->region + i, *b = cells->region + j;
            if (a->pattern[last] != b->pattern[last])
                shared_facets_measure(sum, a, b, cells->dimension);
        }
}

// Returns whether there are few enough cells, and some boundary.
static bool check_boundary(const example *e, uint64_t seed)
{
    enum { MOST_CELLS = 40 };
    static const unsigned digits[] = {15, 1, 30};
    crease_net *deciding = net_deciding(e->of.net, e->forms, e->count);
    portrait cells;
    mpfr_t sum;
    mpfr_init2(sum, SHARED_FACET_BITS);
    portrait_init_by(&cells, deciding, e->domain, CREASE_FILTERED, 1);
    const bool serves = cells.regions <= MOST_CELLS;
    mpfr_set_zero(sum, 1);
    if (serves) {
        crease_counts counts;
        crease_classes classes;
        sum_shared(sum, &cells);
        crease_counts_init(&counts, e->of.net);
        crease_classes_init(&classes, e->domain, e->count);
        const crease_options options = {.threads = 1 + seed % 2,
                                        .arith = seed % 3 ? CREASE_FILTERED : CREASE_EXACT};
        const unsigned what = CREASE_CLASS_BOUNDARY | (seed % 2 ? CREASE_CLASS_VOLUMES : 0);
        CU_ASSERT_EQUAL(crease_classes_find(&classes, &counts, e->of.net, e->domain, e->forms,
                                            e->count, what, digits[seed % 3], &options, NULL),
                        CREASE_OK);
        CU_ASSERT(!classes.boundary_is_infinite);
        CU_ASSERT(enclosure_holds(&classes.boundary, sum, digits[seed % 3]));
        crease_classes_clear(&classes);
        crease_counts_clear(&counts);
    }
    const bool meets = serves && !mpfr_zero_p(sum);
    portrait_clear(&cells);
    crease_net_free(deciding);
    mpfr_clear(sum);
    return meets;
}

static void boundaries_are_what_cells_share(void)
{
    size_t met = 0;
    SEEDS(seed, 80) {
        example e;
        example_init(&e, seed);
        if (e.of.dimension < 5) // Lasserre's formula takes the power d - 1 of the inequalities
            met += check_boundary(&e, seed);
        example_clear(&e);
    }
    CU_ASSERT(met > 0);
}

UNIT_MAIN("class volumes", {"are sums of cells", volumes_of_classes_are_sums_of_cells},
          {"boundaries are what cells share", boundaries_are_what_cells_share})
