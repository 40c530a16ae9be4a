// The measure of the facets where two classes meet within one activation region.
#include <mpfr.h> // before FLINT 3, which declares what has to do with it only then

#include "regions/class_facets.h"

#include "base/fatal.h"
#include "cell/simple_volume.h"
#include "net/activation.h"
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>
#include <string.h>

typedef struct {
    geom_space *space;
    const geom_cell *cell;
    const uint64_t *members; // of each facet: its vertices
    const fmpz **row;        // of each vertex of the facet
    size_t dropped;          // the coordinate along which facets are projected
    fmpz_t weights, sum;     // the product of all w on the facet; the projection times that
    fmpz_t term, rest;
    fmpz_mat_t matrix;
    class_kept *kept; // of facets, or NULL
} facet_measure;

// Adds a simplex without the dropped coordinate.
static void add_simplex(void *data, const fmpz *const *point)
{
    facet_measure *m = data;
    const size_t d = m->space->dimension;
    const uint64_t columns = (((uint64_t)2 << d) - 1) ^ (uint64_t)1 << m->dropped;
    simplex_add_minor(m->sum, m->matrix, point, columns, d, m->weights);
}

static void load_rows(facet_measure *m, shared_vertex *const *vertex, const uint64_t *face)
{
    fmpz_one(m->weights);
    for (size_t g = 0; g < m->cell->count; g++)
        if (bits_have(face, g)) {
            m->row[g] = shared_vertex_row(vertex[g], m->space, m->cell->generator[g].point);
            fmpz_mul(m->weights, m->weights, m->row[g] + m->space->dimension);
        }
}

// The set of one facet.
static uint64_t *only_facet(const facet_measure *m, size_t f)
{
    const size_t words = bits_words(m->cell->facets);
    uint64_t *root = arena_take(&m->space->cells, words * sizeof *root);
    memset(root, 0, words * sizeof *root);
    bits_add(root, f);
    return root;
}

// m->sum = the projection, m->weights = what it is divided by in (d - 1)! volume / |n|.
static void find_projection(facet_measure *m, const crease_region *region, size_t f)
{
    const size_t d = m->space->dimension;
    const uint64_t *face = m->members + f * bits_words(m->cell->count);
    const fmpz *row = space_plane_row(m->space, m->cell->facet[f].plane);
    m->dropped = 0;
    while (fmpz_is_zero(row + m->dropped))
        m->dropped++;
    load_rows(m, region_share(region), face);
    if (!simple_projection(m->sum, m->space, m->cell, region_share(region), only_facet(m, f),
                           (uint64_t)1 << m->dropped)) {
        fmpz_zero(m->sum);
        const divided_cell divided = {m->space, m->cell, m->members, m->row};
        cell_divide_face(&divided, face, d, add_simplex, m);
    }
    row = space_plane_row(m->space, m->cell->facet[f].plane); // it may have been made primitive
    fmpz_mul(m->weights, m->weights, row + m->dropped);
    fmpz_abs(m->weights, m->weights);
}

// The square of the facet's volume, not in lowest terms, over a square: with its normal n
//   volume / |n| = volume of the projection along axis p / |n_p|.
static void find_square(fmpq_t square, facet_measure *m, const fmpz_t norm)
{
    fmpz_fac_ui(m->term, m->space->dimension - 1);
    fmpz_mul(m->term, m->term, m->weights);
    fmpz_mul(m->rest, m->sum, m->sum);
    fmpz_mul(fmpq_numref(square), m->rest, norm);
    fmpz_mul(fmpq_denref(square), m->term, m->term);
}

static void add_square(enclosed_sum *sum, facet_measure *m, const fmpz_t norm)
{
    fmpq_t square;
    fmpq_init(square);
    find_square(square, m, norm);
    enclosed_sum_add_root(sum, square);
    fmpq_clear(square);
}

// The same from the ratio (d - 1)! volume / |n|, of which `bits` are right. Returns 0 if these are
// too few.
static bool add_rounded_square(enclosed_sum *sum, facet_measure *m, mpfr_t ratio, slong bits,
                               const fmpz_t norm)
{
    enum { LOST = 2 }; // 2^-bits twice, and five roundings
    if (bits <= LOST + 1 || fmpz_is_square(norm))
        return false;
    mpfr_t factor;
    mpfr_init2(factor, mpfr_get_prec(ratio));
    fmpz_fac_ui(m->term, m->space->dimension - 1);
    fmpz_mul(m->term, m->term, m->term);
    mpfr_sqr(ratio, ratio, MPFR_RNDN);
    fmpz_get_mpfr(factor, norm, MPFR_RNDN);
    mpfr_mul(ratio, ratio, factor, MPFR_RNDN);
    fmpz_get_mpfr(factor, m->term, MPFR_RNDN);
    mpfr_div(ratio, ratio, factor, MPFR_RNDN);
    mpfr_clear(factor);
    return enclosed_sum_add_root_of(sum, ratio, bits - LOST);
}

// (d - 1)! volume / |n| from the projection. Returns the bits that are right.
static slong round_ratio(mpfr_t ratio, const facet_measure *m)
{
    enum { LOST = 3 }; // by three roundings
    mpfr_t divisor;
    if (fmpz_is_zero(m->weights) || fmpz_is_zero(m->sum)) // of a cancelled run
        return 0;
    mpfr_init2(divisor, mpfr_get_prec(ratio));
    fmpz_get_mpfr(ratio, m->sum, MPFR_RNDN);
    fmpz_get_mpfr(divisor, m->weights, MPFR_RNDN);
    mpfr_div(ratio, ratio, divisor, MPFR_RNDN);
    mpfr_clear(divisor);
    return mpfr_get_prec(ratio) - LOST;
}

// W of the facet, if it is simple. Returns the bits that are right.
static slong weigh_facet(mpfr_t weight, class_ties *ties, facet_measure *m,
                         const crease_region *region, size_t f)
{
    if (!m->kept) // ties->projection is needed
        return 0;
    return class_kept_weigh(weight, class_kept_find(m->kept, region, f), ties, region, f,
                            only_facet(m, f));
}

static void add_facet(enclosed_sum *sum, class_ties *ties, facet_measure *m,
                      const crease_region *region, size_t f)
{
    const slong d = (slong)m->space->dimension;
    const uint32_t plane = m->cell->facet[f].plane;
    mpfr_t ratio;
    fmpz_t norm;
    mpfr_init2(ratio, ties->precision);
    fmpz_init(norm);
    slong bits = weigh_facet(ratio, ties, m, region, f);
    const bool is_weighed = bits > 0;
    if (!is_weighed) {
        find_projection(m, region, f);
        bits = round_ratio(ratio, m);
    }
    if (ties->projection)
        fmpz_set(ties->projection + f, m->sum);
    _fmpz_vec_dot(norm, space_plane_row(m->space, plane), space_plane_row(m->space, plane), d);
    if (!add_rounded_square(sum, m, ratio, bits, norm)) {
        if (is_weighed)
            find_projection(m, region, f);
        add_square(sum, m, norm);
    }
    fmpz_clear(norm);
    mpfr_clear(ratio);
}

static void measure_init(facet_measure *m)
{
    const slong d = (slong)m->space->dimension;
    m->row = arena_take(&m->space->cells, m->cell->count * sizeof *m->row);
    fmpz_init(m->weights);
    fmpz_init(m->sum);
    fmpz_init(m->term);
    fmpz_init(m->rest);
    fmpz_mat_init(m->matrix, d, d);
}

static void measure_clear(facet_measure *m)
{
    fmpz_mat_clear(m->matrix);
    fmpz_clear(m->rest);
    fmpz_clear(m->term);
    fmpz_clear(m->sum);
    fmpz_clear(m->weights);
}

// The class on the other side of a facet; the own class if no tie made the facet.
static size_t class_across(const class_ties *ties, const plane_origin *origin, const uint64_t *face,
                           size_t own, size_t last, size_t count)
{
    size_t across = own;
    if (origin->split == NO_SPLIT || origin->layer != last)
        return own;
    for (size_t k = 0; k < ties->rivals; k++) {
        if (!bits_within(face, ties->equal + k * ties->words, ties->words))
            continue;
        if (across != own)
            return own;
        across = ties->form[k];
    }
    const maxout_rows pair = {across < own ? across : own, across < own ? own : across};
    return across != own && origin->breakpoint == maxout_predicate(pair, count) ? across : own;
}

void class_facets_measure(enclosed_sum *sum, class_ties *ties, const crease_region *region,
                          size_t last, size_t count, class_kept *kept)
{
    if (!ties->splits)
        return;
    geom_space *space = region_space(region);
    const geom_cell *cell = region_corners(region);
    const size_t own = crease_region_pattern(region, last)[0];
    ASSERT(cells_are_costly(space) && ties->words == bits_words(cell->count));
    uint64_t *members = arena_take(&space->cells, cell->facets * ties->words * sizeof *members);
    facet_measure m = {.space = space, .cell = cell, .members = members};
    m.kept = kept;
    measure_init(&m);
    cell_members(members, cell);
    ties->facets = cell->facets;
    if (!kept)
        ties->projection = _fmpz_vec_init((slong)cell->facets);
    for (size_t f = 0; f < cell->facets; f++) {
        const plane_origin *origin = space->origin + cell->facet[f].plane;
        const uint64_t *face = members + f * ties->words;
        if (!bits_count(face, ties->words) || !class_ties_have(ties, origin->split))
            continue;
        const size_t across = class_across(ties, origin, face, own, last, count);
        if (across == own)
            continue;
        if (across < own)
            add_facet(sum, ties, &m, region, f);
        class_ties_strike(ties, origin->split);
    }
    measure_clear(&m);
}

void class_facets_clear(class_ties *ties)
{
    if (ties->projection)
        _fmpz_vec_clear(ties->projection, (slong)ties->facets);
    ties->projection = NULL;
}
