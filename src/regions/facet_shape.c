// Facets of polytopes in three and more dimensions: which two overlap?
#include "regions/facet_shape.h"

#include "base/memory.h"
#include "geom/cell_volume.h"
#include "geom/simplex_query.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// The cell of the region, less the generators that do not lie on the facet. If the cell has no
// vertices, it has no generators here either, and its facets are those of the region.
struct facet_shape {
    geom_cell cell; // planes: SPACE_INFINITY, or the number of a row
    crease_arith arith;
    double tolerance;
    size_t columns;
    fmpz *generator;    // cell.count rows
    fmpz *plane;        // cell.facets rows, those of oriented inequalities
    size_t own;         // the facet
    double *low, *high; // columns - 1 each: between which its coordinates lie
};

// A double that is at most the quotient, or with side 1 at least: leading bits are off by less than
// 2^-50 of their size.
static double bound_of(const fmpz_t above, const fmpz_t below, int side)
{
    slong e, f;
    const double x = fmpz_get_d_2exp(&e, above), y = fmpz_get_d_2exp(&f, below);
    const slong power = e - f < -2000 ? -2000 : e - f > 2000 ? 2000 : e - f;
    const double value = ldexp(x / y, (int)power);
    if (!(fabs(value) < HUGE_VAL))
        return side * HUGE_VAL;
    return value + side * (fabs(value) * 0x1p-50 + DBL_MIN);
}

static void find_box(facet_shape *shape)
{
    const size_t d = shape->columns - 1;
    const int sign = shape->cell.count ? 1 : -1; // without generators it is all of the space
    shape->low = memory_new(2 * d, sizeof *shape->low);
    shape->high = shape->low + d;
    for (size_t c = 0; c < d; c++) {
        shape->low[c] = sign * HUGE_VAL;
        shape->high[c] = -sign * HUGE_VAL;
    }
    for (size_t i = 0; i < shape->cell.count; i++) {
        const fmpz *at = shape->generator + i * shape->columns;
        const int infinite = fmpz_is_zero(at + d);
        for (size_t c = 0; c < d; c++) {
            shape->low[c] =
                fmin(shape->low[c], infinite ? -HUGE_VAL : bound_of(at + c, at + d, -1));
            shape->high[c] =
                fmax(shape->high[c], infinite ? HUGE_VAL : bound_of(at + c, at + d, 1));
        }
    }
}

// Whether doubles see that two facets have no point in common, as most have not.
static int are_apart(const facet_shape *a, const facet_shape *b)
{
    for (size_t c = 0; c + 1 < a->columns; c++)
        if (a->high[c] < b->low[c] || b->high[c] < a->low[c])
            return 1;
    return 0;
}

// Of a cell without vertices the box is that of the cell.
static void copy_box(facet_shape *shape, const crease_region *region)
{
    const size_t d = shape->columns - 1;
    simplex_find_box(region_space(region), region_fresh(region));
    memcpy(shape->low, region_fresh(region)->simplex->low, d * sizeof *shape->low);
    memcpy(shape->high, region_fresh(region)->simplex->high, d * sizeof *shape->high);
}

static void copy_generators(facet_shape *shape, const crease_region *region)
{
    const geom_cell *from = region->cell;
    geom_cell *to = &shape->cell;
    to->generator = memory_new(from->count, sizeof *to->generator);
    to->on = memory_new(from->count * from->words, sizeof *to->on);
    shape->generator = _fmpz_vec_init((slong)(from->count * shape->columns));
    for (size_t i = 0; i < from->count; i++) {
        if (!cell_lies_on(from, i, shape->own))
            continue;
        to->generator[to->count] = from->generator[i];
        memcpy(to->on + to->count * to->words, from->on + i * from->words,
               from->words * sizeof *to->on);
        row_copy(shape->generator + to->count * shape->columns,
                 space_point_row(region_space(region), from->generator[i].point), shape->columns);
        to->count++;
    }
}

facet_shape *facet_shape_new(const crease_region *region, uint32_t plane)
{
    geom_space *space = region_space(region);
    geom_cell of_facets = {0};
    const geom_cell *cell = region->cell;
    if (cell->simplex) {
        of_facets.facets = region_with_facets(region)->facets;
        of_facets.facet = region->cache->facet_plane;
        cell = &of_facets;
    }
    facet_shape *shape = memory_new(1, sizeof *shape);
    shape->arith = space->judge->arith;
    shape->tolerance = space->judge->tolerance;
    shape->columns = space->columns;
    shape->cell =
        (geom_cell){.lines = cell->lines, .flat = 1, .facets = cell->facets, .words = cell->words};
    shape->cell.facet = memory_new(cell->facets, sizeof *cell->facet);
    shape->plane = _fmpz_vec_init((slong)(cell->facets * space->columns));
    for (size_t f = 0; f < cell->facets; f++) {
        cell_facet facet = cell->facet[f];
        fmpz *row = shape->plane + f * space->columns;
        shape->cell.facet[f] = facet;
        row_copy(row, space_plane_row(space, facet.plane), space->columns);
        if (facet.side < 0)
            _fmpz_vec_neg(row, row, (slong)space->columns);
        if (facet.plane == plane)
            shape->own = f;
    }
    if (!region->cell->simplex)
        copy_generators(shape, region);
    find_box(shape);
    if (region->cell->simplex)
        copy_box(shape, region);
    return shape;
}

// ---- In a file ----

static void shape_take_sizes(facet_shape *shape, pack *p)
{
    geom_cell *cell = &shape->cell;
    shape->arith = (crease_arith)pack_word(p, shape->arith);
    shape->columns = pack_count(p, shape->columns, 1);
    shape->own = pack_word(p, shape->own);
    cell->lines = pack_word(p, cell->lines);
    cell->facets = pack_count(p, cell->facets, shape->columns);
    cell->count = pack_count(p, cell->count, shape->columns);
    p->failed |= shape->columns < 2 || shape->own >= cell->facets || cell->lines > cell->count;
}

static void shape_make_room(facet_shape *shape)
{
    geom_cell *cell = &shape->cell;
    cell->flat = 1;
    cell->words = bits_words(cell->facets);
    cell->facet = memory_new(cell->facets, sizeof *cell->facet);
    cell->generator = memory_new(cell->count, sizeof *cell->generator);
    cell->on = memory_new(cell->count * cell->words, sizeof *cell->on);
    shape->plane = _fmpz_vec_init((slong)(cell->facets * shape->columns));
    shape->generator = _fmpz_vec_init((slong)(cell->count * shape->columns));
}

facet_shape *facet_shape_pack(facet_shape *shape, pack *p)
{
    if (p->reads)
        shape = memory_new(1, sizeof *shape);
    geom_cell *cell = &shape->cell;
    shape_take_sizes(shape, p);
    if (p->reads && !p->failed)
        shape_make_room(shape);
    for (size_t f = 0; f < cell->facets && !p->failed; f++) {
        // Only whether it is the plane at infinity matters.
        const int infinite = (int)pack_word(p, cell->facet[f].plane == SPACE_INFINITY);
        if (p->reads)
            cell->facet[f] = (cell_facet){infinite ? SPACE_INFINITY : SPACE_INFINITY + 1, 1};
    }
    for (size_t i = 0; i < cell->count && !p->failed; i++)
        cell->generator[i].plane = (uint32_t)pack_word(p, cell->generator[i].plane);
    if (p->failed) {
        cell->count = cell->facets = 0;
        return shape;
    }
    pack_words(p, cell->on, cell->count * cell->words);
    pack_integers(p, shape->plane, cell->facets * shape->columns);
    pack_integers(p, shape->generator, cell->count * shape->columns);
    if (p->reads)
        find_box(shape);
    return shape;
}

void facet_shape_free(facet_shape *shape)
{
    if (!shape)
        return;
    // Rows beyond the generators of the facet are zero.
    _fmpz_vec_clear(shape->generator, (slong)(shape->cell.count * shape->columns));
    _fmpz_vec_clear(shape->plane, (slong)(shape->cell.facets * shape->columns));
    free(shape->cell.facet);
    free(shape->cell.generator);
    free(shape->cell.on);
    free(shape->low);
    free(shape);
}

// A space with the planes at infinity and of the coordinates at the same places.
static void space_init_for(geom_space *space, sign_judge *judge, const facet_shape *shape)
{
    geom_cell whole;
    sign_judge_init(judge, shape->arith, shape->tolerance);
    space_init(space, shape->columns - 1, judge);
    space->general = 1;
    celln_kind.whole(&whole, space);
}

// The facet as a cell of a space of its own.
static void shape_open(geom_cell *cell, geom_space *space, const facet_shape *shape)
{
    const geom_cell *from = &shape->cell;
    cell_copy(cell, space, from);
    for (size_t i = 0; i < from->count; i++)
        cell->generator[i].point = space_add_point(space, shape->generator + i * shape->columns);
    cell->facet = arena_take(&space->cells, from->facets * sizeof *cell->facet);
    for (size_t f = 0; f < from->facets; f++) {
        uint32_t plane = SPACE_INFINITY;
        if (from->facet[f].plane != SPACE_INFINITY)
            plane = space_add_border(space, shape->plane + f * shape->columns);
        cell->facet[f] = (cell_facet){plane, 1};
    }
}

// Leaves of facet a what lies in b. Returns 0 if that is less than d - 1 dimensions.
static int clip(geom_cell *cell, geom_space *space, const facet_shape *b)
{
    for (size_t f = 0; f < b->cell.facets; f++)
        if (f != b->own && b->cell.facet[f].plane != SPACE_INFINITY &&
            !cell_clip(cell, space, space_add_border(space, b->plane + f * b->columns)))
            return 0;
    return 1;
}

static const fmpz *own_row(const facet_shape *of)
{
    return of->plane + of->own * of->columns;
}

// Whether a and b have a part of full dimension in common, and what it measures; b == NULL: all of
// a; measure == NULL: that is not asked.
static int common_part(fmpq *measure, const facet_shape *a, const facet_shape *b)
{
    sign_judge judge;
    geom_space space;
    geom_cell cell;
    size_t d = a->columns - 1;
    space_init_for(&space, &judge, a);
    shape_open(&cell, &space, a);
    int found = !b || clip(&cell, &space, b);
    if (measure && found) {
        fmpz *normal = _fmpz_vec_init((slong)d);
        cell_primitive_normal(normal, own_row(a), d);
        cell_face_measure(measure, &space, &cell, CELL_ALL, normal);
        _fmpz_vec_clear(normal, (slong)d);
    } else if (measure) {
        fmpq_zero(measure);
    }
    space_clear(&space);
    sign_judge_clear(&judge);
    return found;
}

// Adds the inequalities of a facet to a domain, with coordinate p from the equation of its
// hyperplane. Returns 0 if one of them holds nowhere on that.
static int add_inequalities(crease_domain *domain, const facet_shape *of, const fmpz *own, size_t p)
{
    const slong columns = (slong)of->columns;
    fmpz *row = _fmpz_vec_init(columns);
    int holds = 1;
    for (size_t f = 0; f < of->cell.facets && holds; f++) {
        const fmpz *full = of->plane + f * of->columns;
        fmpq *to = domain->inequality + domain->inequalities * (of->columns - 1);
        if (f == of->own)
            continue;
        _fmpz_vec_scalar_mul_fmpz(row, full, columns, own + p);
        _fmpz_vec_scalar_submul_fmpz(row, own, columns, full + p);
        if (fmpz_sgn(own + p) < 0)
            _fmpz_vec_neg(row, row, columns);
        for (size_t c = 0, k = 0; c < of->columns; c++)
            if (c != p)
                fmpq_set_fmpz(to + k++, row + c);
        const half_space_kind kind = half_space_classify(to, domain->dimension);
        holds = kind != HOLDS_NEVER;
        domain->inequalities += kind == HOLDS_SOMEWHERE;
    }
    _fmpz_vec_clear(row, columns);
    return holds;
}

// Of facets without generators: whether the inequalities of both have a common solution with
// interior on their hyperplane.
static int overlap_without_vertices(const facet_shape *a, const facet_shape *b)
{
    const fmpz *own = own_row(a);
    size_t p = 0;
    while (fmpz_is_zero(own + p))
        p++;
    const slong most = (slong)((a->cell.facets + b->cell.facets) * (a->columns - 1));
    crease_domain domain = {.dimension = a->columns - 2, .inequality = _fmpq_vec_init(most)};
    const int overlap = add_inequalities(&domain, a, own, p) &&
                        add_inequalities(&domain, b, own, p) &&
                        domain_has_interior(&domain, a->arith, a->tolerance);
    _fmpq_vec_clear(domain.inequality, most);
    return overlap;
}

int facet_shapes_overlap(const facet_shape *a, const facet_shape *b)
{
    if (are_apart(a, b))
        return 0;
    return a->cell.count ? common_part(NULL, a, b) : overlap_without_vertices(a, b);
}

void facet_shape_measure(fmpq_t measure, const facet_shape *of)
{
    common_part(measure, of, NULL);
}

void facet_shapes_common(fmpq_t measure, const facet_shape *a, const facet_shape *b)
{
    if (are_apart(a, b))
        fmpq_zero(measure);
    else
        common_part(measure, a, b);
}

void facet_shape_norm(fmpz_t norm, const facet_shape *of)
{
    size_t d = of->columns - 1;
    fmpz *normal = _fmpz_vec_init((slong)d);
    cell_primitive_normal(normal, own_row(of), d);
    _fmpz_vec_dot(norm, normal, normal, (slong)d);
    _fmpz_vec_clear(normal, (slong)d);
}
