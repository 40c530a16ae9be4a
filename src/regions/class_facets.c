// The measure of the facets where two classes meet within one activation region.
#include "regions/class_facets.h"

#include "base/fatal.h"
#include "cell/simple_volume.h"
#include "net/activation.h"
#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>

typedef struct {
    geom_space *space;
    const geom_cell *cell;
    const uint64_t *members; // of each facet: its vertices
    const fmpz **row;        // of each vertex of the facet
    size_t dropped;          // the coordinate along which facets are projected
    fmpz_t weights, sum;     // the product of all w on the facet; the projection times that
    fmpz_t term, rest;
    fmpz_mat_t matrix;
} facet_measure;

// A simplex in the other coordinates, with its weights.
static void add_simplex(void *data, const fmpz *const *point)
{
    facet_measure *m = data;
    const size_t d = m->space->dimension;
    fmpz_one(m->term);
    for (size_t i = 0; i < d; i++) {
        for (size_t c = 0, column = 0; c <= d; c++)
            if (c != m->dropped)
                fmpz_set(fmpz_mat_entry(m->matrix, (slong)i, (slong)column++), point[i] + c);
        fmpz_mul(m->term, m->term, point[i] + d);
    }
    fmpz_divexact(m->rest, m->weights, m->term);
    fmpz_mat_det(m->term, m->matrix);
    fmpz_abs(m->term, m->term);
    fmpz_addmul(m->sum, m->term, m->rest);
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

// The square of the facet's volume, not in lowest terms, over a square: with its normal n
//   volume / |n| = volume of the projection along axis p / |n_p|.
static void find_square(fmpq_t square, fmpz *projection, facet_measure *m,
                        const crease_region *region, size_t f)
{
    const size_t d = m->space->dimension;
    const uint64_t *face = m->members + f * bits_words(m->cell->count);
    fmpz *normal = _fmpz_vec_init((slong)d + 1);
    _fmpz_vec_set(normal, space_plane_row(m->space, m->cell->facet[f].plane), (slong)d);
    m->dropped = 0;
    while (fmpz_is_zero(normal + m->dropped))
        m->dropped++;
    load_rows(m, region_share(region), face);
    if (!simple_projection(m->sum, m->space, m->cell, region_share(region), f, m->dropped)) {
        fmpz_zero(m->sum);
        cell_divide_face(m->space, m->cell, m->row, m->members, face, d, add_simplex, m);
    }
    fmpz_set(projection, m->sum);
    fmpz_fac_ui(m->term, d - 1);
    fmpz_mul(m->weights, m->weights, m->term);
    fmpz_mul(m->weights, m->weights, normal + m->dropped);
    _fmpz_vec_dot(normal + d, normal, normal, (slong)d);
    fmpz_mul(m->sum, m->sum, m->sum);
    fmpz_mul(fmpq_numref(square), m->sum, normal + d);
    fmpz_mul(fmpq_denref(square), m->weights, m->weights);
    _fmpz_vec_clear(normal, (slong)d + 1);
}

static void add_facet(enclosed_sum *sum, fmpz *projection, facet_measure *m,
                      const crease_region *region, size_t f)
{
    const slong d = (slong)m->space->dimension;
    fmpq_t square;
    fmpq_init(square);
    fmpz_init(m->weights);
    fmpz_init(m->sum);
    fmpz_init(m->term);
    fmpz_init(m->rest);
    fmpz_mat_init(m->matrix, d, d);
    find_square(square, projection, m, region, f);
    enclosed_sum_add_root(sum, square);
    fmpz_mat_clear(m->matrix);
    fmpz_clear(m->rest);
    fmpz_clear(m->term);
    fmpz_clear(m->sum);
    fmpz_clear(m->weights);
    fmpq_clear(square);
}

// The class on the other side of such a facet; the own class if it is none.
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
                          size_t last, size_t count)
{
    if (!ties->splits)
        return;
    geom_space *space = region_space(region);
    const geom_cell *cell = region_corners(region);
    const size_t own = crease_region_pattern(region, last)[0];
    ASSERT(cells_are_costly(space) && ties->words == bits_words(cell->count));
    uint64_t *members = arena_take(&space->cells, cell->facets * ties->words * sizeof *members);
    facet_measure m = {.space = space, .cell = cell, .members = members};
    m.row = arena_take(&space->cells, cell->count * sizeof *m.row);
    cell_members(members, cell);
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
            add_facet(sum, ties->projection + f, &m, region, f);
        class_ties_strike(ties, origin->split);
    }
}

void class_facets_clear(class_ties *ties, const crease_region *region)
{
    if (ties->projection)
        _fmpz_vec_clear(ties->projection, (slong)region_corners(region)->facets);
    ties->projection = NULL;
}
