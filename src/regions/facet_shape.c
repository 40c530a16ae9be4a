// Facets of polytopes in three and more dimensions: which two overlap?
#include "regions/facet_shape.h"

#include "base/fatal.h"
#include "base/memory.h"
#include "cell/volume.h"
#include "exact/rational.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// The inequalities of the cell, one of which is 0 on the facet, and a box around the facet.
struct facet_shape {
    crease_arith arith;
    double tolerance;
    size_t columns;
    size_t count;
    fmpz *row;          // count rows, not negative on the cell
    size_t own;         // the one of the facet
    double *low, *high; // columns - 1 each
};

static void shape_make_room(facet_shape *shape)
{
    ASSERT(shape->own < shape->count);
    const size_t d = shape->columns - 1;
    shape->row = _fmpz_vec_init((slong)(shape->count * shape->columns));
    shape->low = memory_new(2 * d, sizeof *shape->low);
    shape->high = shape->low + d;
}

// Whether doubles see that two facets have no point in common, as most have not.
static bool are_apart(const facet_shape *a, const facet_shape *b)
{
    ASSERT(a->own < a->count);
    ASSERT(b->own < b->count);
    for (size_t c = 0; c + 1 < a->columns; c++)
        if (a->high[c] < b->low[c] || b->high[c] < a->low[c])
            return true;
    return false;
}

facet_shape *facet_shape_new(const crease_region *region, uint32_t plane)
{
    ASSERT(region->pos && region->cell && region->cache);
    geom_space *space = region_space(region);
    const geom_cell *cell = region_canonical(region);
    const region_cache *cache = region_with_facets(region);
    const arena_mark mark = arena_here(&space->cells);
    half_space *border = arena_take(&space->cells, (cell->facets + cache->facets) * sizeof *border);
    facet_shape *shape = memory_new(1, sizeof *shape);
    *shape = (facet_shape){
        .arith = space->judge->arith,
        .tolerance = space->judge->tolerance,
        .columns = space->columns,
        .count = cell_facet_borders(border, cell, space, cache->facet, cache->facets, plane)};
    shape_make_room(shape);
    for (size_t f = 0; f < shape->count; f++) {
        fmpz *row = shape->row + f * space->columns;
        row_copy(row, space_plane_row(space, border[f].plane), space->columns);
        if (border[f].side < 0)
            _fmpz_vec_neg(row, row, (slong)space->columns);
        if (border[f].plane == plane)
            shape->own = f;
    }
    cell_facet_box(shape->low, shape->high, cell, space, plane);
    arena_release(&space->cells, mark);
    return shape;
}

// ---- In a file ----

static double pack_double(pack *p, double value)
{
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    word = pack_word(p, word);
    memcpy(&value, &word, sizeof word);
    return value;
}

facet_shape *facet_shape_pack(facet_shape *shape, pack *p)
{
    ASSERT(p->reads || shape->own < shape->count);
    if (p->reads)
        shape = memory_new(1, sizeof *shape);
    shape->arith = (crease_arith)pack_word(p, shape->arith);
    shape->columns = pack_count(p, shape->columns, 1);
    shape->own = pack_size(p, shape->own);
    shape->count = pack_count(p, shape->count, shape->columns);
    p->failed |= shape->columns < 2 || shape->own >= shape->count;
    p->failed |= p->reads && shape->columns != p->dimension + 1;
    if (p->failed) {
        shape->count = 0;
        return shape;
    }
    if (p->reads)
        shape_make_room(shape);
    pack_integers(p, shape->row, shape->count * shape->columns);
    for (size_t c = 0; c < 2 * (shape->columns - 1); c++)
        shape->low[c] = pack_double(p, shape->low[c]);
    for (size_t f = 0; f < shape->count; f++) // each has a slope
        p->failed |= _fmpz_vec_is_zero(shape->row + f * shape->columns, (slong)shape->columns - 1);
    return shape;
}

void facet_shape_free(facet_shape *shape)
{
    if (!shape)
        return;
    _fmpz_vec_clear(shape->row, (slong)(shape->count * shape->columns));
    free(shape->low);
    free(shape);
}

// ---- On the hyperplane of the facet ----

static const fmpz *own_row(const facet_shape *shape)
{
    ASSERT(shape->own < shape->count);
    return shape->row + shape->own * shape->columns;
}

// The common part of facets a and b, or a itself if b is NULL, in all coordinates but one.
typedef struct {
    crease_domain domain;
    size_t *first; // of each inequality: its first coefficient that is not zero
    slong most;
    size_t dropped;
    bool holds; // 0: an inequality shows that it is empty
} facet_part;

// Whether the row after the inequalities is one of them. Facets on two sides of a hyperplane often
// end at the same ones. With many inputs most are bounds, which differ in the first coefficient.
static bool is_known(const facet_part *part)
{
    const crease_domain *domain = &part->domain;
    const size_t columns = domain->dimension + 1, n = domain->inequalities;
    const fmpq *row = domain->inequality + n * columns;
    size_t *first = part->first;
    first[n] = 0;
    while (fmpq_is_zero(row + first[n]))
        first[n]++;
    bool known = false;
    for (size_t i = 0; i < n && !known; i++) {
        const fmpq *other = domain->inequality + i * columns;
        size_t c = first[n];
        while (first[i] == first[n] && c < columns && fmpq_equal(row + c, other + c))
            c++;
        known = c == columns;
    }
    return known;
}

// Adds the inequalities of a facet, with one coordinate from the equation of its hyperplane.
// Returns 0 if one of them holds nowhere on that.
static bool add_inequalities(facet_part *part, const facet_shape *shape, const fmpz *own)
{
    ASSERT(shape->own < shape->count);
    crease_domain *domain = &part->domain;
    const size_t p = part->dropped;
    const slong columns = (slong)shape->columns;
    fmpz *row = _fmpz_vec_init(columns);
    bool holds = true;
    for (size_t f = 0; f < shape->count && holds; f++) {
        const fmpz *full = shape->row + f * shape->columns;
        fmpq *inequality = domain->inequality + domain->inequalities * (shape->columns - 1);
        if (f == shape->own)
            continue;
        _fmpz_vec_set(row, full, columns);
        if (!fmpz_is_zero(full + p)) {
            _fmpz_vec_scalar_mul_fmpz(row, full, columns, own + p);
            _fmpz_vec_scalar_submul_fmpz(row, own, columns, full + p);
            if (fmpz_sgn(own + p) < 0)
                _fmpz_vec_neg(row, row, columns);
        }
        for (size_t c = 0, k = 0; c < shape->columns; c++)
            if (c != p)
                fmpq_set_fmpz(inequality + k++, row + c);
        const half_space_kind kind = half_space_classify(inequality, domain->dimension);
        holds = kind != HOLDS_NEVER;
        domain->inequalities += kind == HOLDS_SOMEWHERE && !is_known(part);
    }
    _fmpz_vec_clear(row, columns);
    return holds;
}

static void part_init(facet_part *part, const facet_shape *a, const facet_shape *b)
{
    const fmpz *own = own_row(a);
    *part = (facet_part){.domain = {.dimension = a->columns - 2}};
    const size_t count = a->count + (b ? b->count : 0);
    part->most = (slong)(count * (a->columns - 1));
    part->domain.inequality = _fmpq_vec_init(part->most);
    part->first = memory_new(count, sizeof *part->first);
    while (fmpz_is_zero(own + part->dropped))
        part->dropped++;
    part->holds = add_inequalities(part, a, own) && (!b || add_inequalities(part, b, own));
}

static void part_clear(facet_part *part)
{
    _fmpq_vec_clear(part->domain.inequality, part->most);
    free(part->first);
}

bool facet_shapes_overlap(const facet_shape *a, const facet_shape *b)
{
    ASSERT(a->own < a->count);
    ASSERT(b->own < b->count);
    const size_t d = a->columns - 1;
    facet_part part;
    if (are_apart(a, b))
        return false;
    if (d == 1)
        return true;
    part_init(&part, a, b);
    double *low = memory_new(2 * d, sizeof *low), *high = low + d;
    for (size_t c = 0, k = 0; c < d; c++)
        if (c != part.dropped) {
            low[k] = fmax(a->low[c], b->low[c]);
            high[k++] = fmin(a->high[c], b->high[c]);
        }
    const bool overlap =
        part.holds && cell_has_interior(&part.domain, low, high, a->arith, a->tolerance);
    free(low);
    part_clear(&part);
    return overlap;
}

void facet_shapes_common(fmpq_t measure, const facet_shape *a, const facet_shape *b)
{
    ASSERT(a->own < a->count);
    const size_t d = a->columns - 1;
    facet_part part;
    fmpq_zero(measure);
    if (b && are_apart(a, b))
        return;
    part_init(&part, a, b);
    if (d == 1)
        fmpq_one(measure);
    else if (part.holds)
        domain_volume(measure, &part.domain,
                      a->arith == CREASE_EXACT ? CREASE_EXACT : CREASE_FILTERED);
    fmpz *normal = _fmpz_vec_init((slong)d);
    row_primitive(normal, own_row(a), d);
    fmpz_abs(normal + part.dropped, normal + part.dropped);
    fmpq_div_fmpz(measure, measure, normal + part.dropped);
    _fmpz_vec_clear(normal, (slong)d);
    part_clear(&part);
}

void facet_measure_square(fmpq_t measure, const facet_shape *shape)
{
    ASSERT(shape->own < shape->count);
    const size_t d = shape->columns - 1;
    fmpz *normal = _fmpz_vec_init((slong)d + 1);
    row_primitive(normal, own_row(shape), d);
    _fmpz_vec_dot(normal + d, normal, normal, (slong)d);
    fmpq_mul(measure, measure, measure);
    fmpq_mul_fmpz(measure, measure, normal + d);
    _fmpz_vec_clear(normal, (slong)d + 1);
}
