// Facets of cells, measured, against the volumes of the cells; these against sums of simplices.
#include <mpfr.h> // before FLINT 3, which declares what has to do with it only then

#include "cell/face_weights.h"
#include "cell/simple_volume.h"
#include "cell/volume.h"
#include "cutting.h"
#include "nets.h"
#include "regions/facet_shape.h"
#include "tree/region.h"

#include <stdlib.h>

// From a point p inside, a region of d dimensions is pyramids over its facets:
//   d volume = sum over facets of volume(facet) distance(p, facet),
// and volume(facet) / |a| and |a| distance = a . p + c are rational.
static crease_visit add_pyramids(void *data, const crease_region *region)
{
    size_t d = *(const size_t *)data;
    fmpq *row = _fmpq_vec_init((slong)d + 1), *inside = _fmpq_vec_init((slong)d);
    fmpq_t sum, square, norm, value;
    fmpq_init(sum);
    fmpq_init(square);
    fmpq_init(norm);
    fmpq_init(value);
    crease_region_interior(inside, region);
    for (size_t f = 0; f < crease_region_facets(region); f++) {
        crease_facet facet;
        crease_region_facet(row, &facet, region, f);
        facet_shape *shape = facet_shape_new(region, region_facet_plane(region, f).plane);
        facet_shapes_common(square, shape, NULL);
        facet_measure_square(square, shape);
        facet_shape_free(shape);
        fmpq_zero(norm);
        fmpq_set(value, row + d);
        for (size_t c = 0; c < d; c++) {
            fmpq_addmul(norm, row + c, row + c);
            fmpq_addmul(value, row + c, inside + c);
        }
        fmpq_div(square, square, norm);
        CU_ASSERT(fmpz_is_square(fmpq_numref(square)) && fmpz_is_square(fmpq_denref(square)));
        fmpz_sqrt(fmpq_numref(square), fmpq_numref(square));
        fmpz_sqrt(fmpq_denref(square), fmpq_denref(square));
        fmpq_addmul(sum, square, value);
    }
    crease_region_volume(value, region);
    fmpq_set_si(norm, (slong)d, 1);
    fmpq_mul(value, value, norm);
    CU_ASSERT(fmpq_equal(sum, value));
    fmpq_clear(sum);
    fmpq_clear(square);
    fmpq_clear(norm);
    fmpq_clear(value);
    _fmpq_vec_clear(row, (slong)d + 1);
    _fmpq_vec_clear(inside, (slong)d);
    return CREASE_GO;
}

static void pyramids(void)
{
    random_state random = unit_random(41);
    CASES(k, 24) {
        size_t d = 3 + (size_t)(k % 2);
        crease_net *net = random_net_of(&random, d, 3, 3, random_activation);
        crease_domain *box;
        crease_domain_parse_box(&box, "-3,2", d, NULL);
        const crease_visitor visitor = {.data = &d, .region = add_pyramids};
        CU_ASSERT(visit_some(&visitor, 60, net, box) != CREASE_ERROR);
        crease_domain_free(box);
        crease_net_free(net);
    }
}

// ---- Sums over faces, and over simplices ----

typedef struct {
    size_t dimension, simple, others, projected, weighed, rounded, sharp;
} tally;

typedef struct {
    fmpz_mat_t matrix;
    fmpq_t sum, term;
} simplex_sum;

static void add_simplex(void *data, const fmpz *const *point)
{
    simplex_sum *all = data;
    simplex_volume(all->term, all->matrix, point);
    fmpq_canonicalise(all->term);
    fmpq_add(all->sum, all->sum, all->term);
}

// Adds d! times the volume of the pyramid over facet f whose apex is the origin, with a sign, from
// the projection of the facet along an axis. Returns 0 if it has none.
static bool add_projection(fmpq_t sum, const crease_region *region, size_t f, size_t axis)
{
    geom_space *space = region_space(region);
    const geom_cell *cell = region_corners(region);
    shared_vertex *const *vertex = region_share(region);
    const size_t d = space->dimension, words = bits_words(cell->count);
    while (fmpz_is_zero(space_plane_row(space, cell->facet[f].plane) + axis))
        axis = (axis + 1) % d;
    uint64_t *members = calloc(cell->facets * words, sizeof *members);
    fmpq_t term;
    fmpq_init(term);
    cell_members(members, cell);
    uint64_t root[4] = {0};
    CU_ASSERT_FATAL(cell->facets <= 4 * BITS_WORD);
    bits_add(root, f);
    const bool served =
        simple_projection(fmpq_numref(term), space, cell, vertex, root, (uint64_t)1 << axis);
    const fmpz *row = space_plane_row(space, cell->facet[f].plane);
    fmpz_mul(fmpq_numref(term), fmpq_numref(term), row + d);
    fmpz_mul_si(fmpq_numref(term), fmpq_numref(term), cell->facet[f].side);
    fmpz_abs(fmpq_denref(term), row + axis);
    for (size_t g = 0; g < cell->count; g++)
        if (bits_have(members + f * words, g))
            fmpz_mul(fmpq_denref(term), fmpq_denref(term),
                     shared_vertex_row(vertex[g], space, cell->generator[g].point) + d);
    fmpq_canonicalise(term);
    fmpq_add(sum, sum, term);
    fmpq_clear(term);
    free(members);
    return served;
}

// Whether a generator lies on an inequality.
static bool is_tight(const geom_cell *cell, size_t f)
{
    bool tight = false;
    for (size_t g = 0; g < cell->count; g++)
        tight |= cell_lies_on(cell, g, f);
    return tight;
}

// Checks that `bits` bits of a number are right, and destroys it. There may be none: in cells that
// are 2^100 times as long as wide all may cancel.
static void check_bits(tally *of, mpfr_t number, slong bits, const mpfr_t exact)
{
    CU_ASSERT(bits >= 0 && bits < mpfr_get_prec(number));
    of->rounded++;
    of->sharp += bits > mpfr_get_prec(number) - 50;
    if (!bits)
        return;
    mpfr_sub(number, exact, number, MPFR_RNDN);
    mpfr_mul_2si(number, number, bits, MPFR_RNDN);
    CU_ASSERT(mpfr_cmpabs(number, exact) <= 0);
}

// The rounded W of a face, where the facets of a set meet, as one of its own and as one of a larger
// face, and its projection along the first axes, if the facets have a determinant in them: two
// arithmetics.
static void weigh(tally *of, const crease_region *region, const uint64_t *root,
                  const face_weights *larger)
{
    geom_space *space = region_space(region);
    const geom_cell *cell = region_corners(region);
    const size_t words = bits_words(cell->facets), count = bits_count(root, words);
    const uint64_t axes = ((uint64_t)1 << count) - 1;
    mpfr_t weight, other, quotient;
    fmpz_t sum, divisor;
    fmpz_mat_t matrix;
    mpfr_init2(weight, 190);
    mpfr_init2(other, 256);
    mpfr_init2(quotient, 400);
    fmpz_init(sum);
    fmpz_init(divisor);
    fmpz_mat_init(matrix, (slong)count, (slong)count);
    const face_weights *weights = face_weights_new(space, cell, region_share(region), root, 190);
    CU_ASSERT_FATAL(weights != NULL);
    const slong bits = face_weights_get(weight, weights, root),
                other_bits = face_weights_get(other, larger, root);
    slong i = 0;
    for (size_t f = 0; f < cell->facets; f++)
        if (bits_have(root, f))
            _fmpz_vec_set(fmpz_mat_entry(matrix, i++, 0),
                          space_primitive_row(space, cell->facet[f].plane), (slong)count);
    fmpz_mat_det(divisor, matrix);
    if (!fmpz_is_zero(divisor) &&
        simple_projection(sum, space, cell, region_share(region), root, axes)) {
        for (size_t g = 0; g < cell->count; g++)
            if (bits_within(root, cell_facets_at(cell, g), words))
                fmpz_mul(
                    divisor, divisor,
                    shared_vertex_row(region_share(region)[g], space, cell->generator[g].point) +
                        of->dimension);
        fmpz_abs(divisor, divisor);
        fmpq_t exact;
        *fmpq_numref(exact) = *sum, *fmpq_denref(exact) = *divisor; // borrowed
        fmpq_get_mpfr(quotient, exact, MPFR_RNDN);
        check_bits(of, weight, bits, quotient);
        check_bits(of, other, other_bits, quotient);
        of->weighed++;
    }
    fmpz_mat_clear(matrix);
    fmpz_clear(divisor);
    fmpz_clear(sum);
    mpfr_clear(quotient);
    mpfr_clear(other);
    mpfr_clear(weight);
}

// Some of the faces at the first vertex of a simple cell, and the cell itself.
static void weigh_faces(tally *of, const crease_region *region, const fmpq_t volume)
{
    const geom_cell *cell = region_corners(region);
    const size_t words = bits_words(cell->facets);
    uint64_t root[4] = {0};
    mpfr_t weight, exact;
    CU_ASSERT_FATAL(words <= 4);
    mpfr_init2(weight, 256);
    mpfr_init2(exact, 400);
    const face_weights *weights =
        face_weights_new(region_space(region), cell, region_share(region), root, 256);
    CU_ASSERT_FATAL(weights != NULL);
    const slong bits = face_weights_get(weight, weights, root);
    fmpq_get_mpfr(exact, volume, MPFR_RNDN);
    for (size_t k = 2; k <= of->dimension; k++)
        mpfr_mul_ui(exact, exact, k, MPFR_RNDN);
    check_bits(of, weight, bits, exact);
    for (size_t f = 0; f < cell->facets; f++)
        if (bits_have(cell_facets_at(cell, 0), f)) {
            bits_add(root, f);
            weigh(of, region, root, weights);
        }
    mpfr_clear(exact);
    mpfr_clear(weight);
}

// The pyramids over all facets of a simple cell add up to its volume.
static void project(tally *of, const crease_region *region, const fmpq_t volume)
{
    const geom_cell *cell = region_corners(region);
    fmpq_t sum;
    fmpz_t factorial;
    bool all = true;
    fmpq_init(sum);
    fmpz_init(factorial);
    for (size_t f = 0; f < cell->facets; f++)
        if (is_tight(cell, f))
            all &= add_projection(sum, region, f, f % of->dimension);
    fmpz_fac_ui(factorial, (ulong)of->dimension);
    fmpq_div_fmpz(sum, sum, factorial);
    CU_ASSERT(all == (of->dimension > 3));
    if (all) {
        CU_ASSERT(fmpq_equal(sum, volume));
        of->projected++;
    }
    fmpq_clear(sum);
    fmpz_clear(factorial);
}

// Simple cells and others: volumes are those of simplices, in lowest terms.
static crease_visit divide(void *data, const crease_region *region)
{
    tally *of = data;
    const slong d = (slong)of->dimension;
    const geom_cell *cell = region_corners(region);
    simplex_sum all;
    fmpq_t volume;
    fmpz_t sum;
    fmpz_init(sum);
    fmpq_init(volume);
    fmpq_init(all.sum);
    fmpq_init(all.term);
    fmpz_mat_init(all.matrix, d + 1, d + 1);
    cell_simplices(region_space(region), cell, region_share(region), add_simplex, &all);
    fmpz_fac_ui(sum, (ulong)d);
    fmpq_div_fmpz(all.sum, all.sum, sum);
    crease_region_volume(volume, region);
    CU_ASSERT(fmpq_is_canonical(volume) && fmpq_equal(volume, all.sum));
    const bool is_simple = simple_volume(sum, region_space(region), cell, region_share(region));
    *(is_simple ? &of->simple : &of->others) += 1;
    if (is_simple) {
        project(of, region, volume);
        weigh_faces(of, region, volume);
    }
    fmpz_mat_clear(all.matrix);
    fmpq_clear(all.sum);
    fmpq_clear(all.term);
    fmpq_clear(volume);
    fmpz_clear(sum);
    return CREASE_GO;
}

static void simplices(void)
{
    random_state random = unit_random(53);
    tally of = {0};
    CASES(k, (int)cases_enough(60)) {
        of.dimension = 2 + (size_t)(k % 5);
        crease_net *net = random_net_of(&random, of.dimension, 3, 3,
                                        k % 2 ? random_activation : random_any_activation);
        crease_domain *box;
        crease_domain_parse_box(&box, random_below(&random, 2) ? "-3,2" : "0,1", of.dimension,
                                NULL);
        const crease_visitor visitor = {.data = &of, .region = divide};
        CU_ASSERT(visit_some(&visitor, 25, net, box) != CREASE_ERROR);
        crease_domain_free(box);
        crease_net_free(net);
    }
    CU_ASSERT(of.simple > 0 && of.others > 0 && of.projected > 0 && of.weighed > 0);
    CU_ASSERT(2 * of.sharp > of.rounded);
}

UNIT_MAIN("cell_volume", {"pyramids", pyramids}, {"simplices", simplices})
