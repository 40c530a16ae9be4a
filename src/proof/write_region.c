// The lines of regions: a point inside, a direction if they are not bounded, facets.
#include "base/memory.h"
#include "exact/key_set.h"
#include "exact/rows.h"
#include "lp/nearest_point.h"
#include "lp/query.h"
#include "proof/facet_point.h"
#include "proof/write.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>

static void put_inside(proof *p, const crease_region *region)
{
    const size_t d = p->finder.dimension;
    fmpq *x = _fmpq_vec_init((slong)d);
    region_inside(x, region);
    proof_line_point(&p->line, x, d);
    _fmpq_vec_clear(x, (slong)d);
}

static void put_direction(proof *p, const crease_region *region)
{
    size_t d = p->finder.pos->space.dimension;
    fmpq *ray = _fmpq_vec_init((slong)d);
    crease_region_ray(ray, region, 0);
    proof_line_direction(&p->line, ray, d);
    _fmpq_vec_clear(ray, (slong)d);
}

// ---- linear regions ----

// Cones of facets only, which show that other constraints have none: two of them at least grow with
// such a constraint, or it is positive at the apex.
static void show_facets(proof *p, const crease_region *region)
{
    cone_finder *finder = &p->finder;
    geom_space *space = &finder->pos->space;
    const size_t facets = crease_region_facets(region);
    half_space *facet = memory_new(facets, sizeof *facet);
    for (size_t i = 0; i < facets; i++)
        facet[i] = region_facet_plane(region, i);
    finder->only = facet;
    finder->onlys = facets;
    finder->canonical = NULL;
    if (space->bounds)
        polyhedron_relax_others(space, facet, facets, 1);
    for (size_t m = p->borders; m < p->members; m++)
        path_show_form(p, p->member[m - p->borders]);
    if (space->bounds)
        polyhedron_relax_others(space, facet, facets, -1);
    finder->only = NULL;
    free(facet);
}

// A point of each facet inside the domain, in the order of constraints. If constraints are equal,
// only the first counts.
static void put_facets(proof *p, const crease_region *region)
{
    const size_t facets = crease_region_facets(region), d = p->finder.dimension, columns = d + 1;
    fmpq *point = _fmpq_vec_init((slong)(facets * d));
    fmpz *row = _fmpz_vec_init((slong)(facets * columns));
    fmpz_t value;
    fmpz_init(value);
    unsigned char *is_named = memory_new(facets, 1);
    for (size_t f = 0; f < facets; f++) {
        is_named[f] =
            path_member_of(p, p->finder.pos, region_facet_plane(region, f).plane) < p->borders;
        if (is_named[f])
            continue;
        facet_point(point + f * d, region, f);
        _fmpq_vec_get_fmpz_vec_fmpz(row + f * columns, row + f * columns + d, point + f * d,
                                    (slong)d);
    }
    fputs(" =", p->line.stream);
    for (size_t m = p->borders; m < p->members; m++) {
        cone_finder_row(&p->finder, p->member + m - p->borders);
        for (size_t f = 0; f < facets; f++) {
            _fmpz_vec_dot(value, p->finder.row, row + f * columns, (slong)columns);
            if (!fmpz_is_zero(value))
                continue;
            if (!is_named[f]) {
                proof_line_word(&p->line);
                proof_line_point(&p->line, point + f * d, d);
            }
            is_named[f] = 1;
        }
    }
    free(is_named);
    fmpz_clear(value);
    _fmpz_vec_clear(row, (slong)(facets * columns));
    _fmpq_vec_clear(point, (slong)(facets * d));
}

// ---- bounds of outputs, and properties ----

// sum = minus the row in the coordinates of the domain; map: the outputs' rows.
static void pull_bound(fmpq *sum, const fmpq *row, const fmpq *map, size_t outputs, size_t columns)
{
    for (size_t c = 0; c + 1 < columns; c++)
        fmpq_zero(sum + c);
    fmpq_set(sum + columns - 1, row + outputs);
    for (size_t o = 0; o < outputs; o++)
        for (size_t c = 0; c < columns; c++)
            fmpq_addmul(sum + c, row + o, map + o * columns + c);
    for (size_t c = 0; c < columns; c++)
        fmpq_neg(sum + c, sum + c);
}

// A proof that facets and rows of an alternative, the last `size` members, have no common point.
typedef struct {
    nearest_point_rows rows; // first: the data of its oracle
    proof *p;
    const crease_region *region;
    size_t facets, size, count;
    bool is_left_out;
} refutation;

// All rows but one of the alternative are a cone on which that one is negative.
static void refutation_take(void *data, const fmpz *row)
{
    refutation *r = data;
    proof *p = r->p;
    size_t i = 0;
    while (!_fmpz_vec_equal(r->rows.row + i * r->rows.columns, row, (slong)r->rows.columns))
        i++;
    if (i < r->facets)
        p->number[r->count++] =
            path_member_of(p, p->finder.pos, region_facet_plane(r->region, i).plane);
    else if (r->is_left_out)
        p->number[r->count++] = (uint32_t)(p->members - r->size + i - r->facets);
    r->is_left_out |= i >= r->facets;
}

static void put_refutation(refutation *r, const fmpz *row)
{
    const size_t d = r->p->finder.dimension;
    fmpz *point = _fmpz_vec_init(2 * (slong)(d + 1));
    fmpz_one(point + d);
    r->rows = (nearest_point_rows){row, r->facets + r->size, d + 1};
    r->count = 0;
    r->is_left_out = false;
    nearest_point_oracle oracle = nearest_point_of_rows(&r->rows);
    oracle.refuted = refutation_take;
    nearest_point(point + d + 1, point, d, oracle);
    if (r->count)
        path_put_cone(r->p, r->count);
    _fmpz_vec_clear(point, 2 * (slong)(d + 1));
}

// The facets of the region as rows, positive inside.
static void refutation_take_facets(refutation *r, rows *row)
{
    const crease_region *region = r->region;
    r->facets = crease_region_facets(region);
    for (size_t f = 0; f < r->facets; f++) {
        const half_space facet = region_facet_plane(region, f);
        _fmpz_vec_scalar_mul_si(rows_at(row, rows_push(row)),
                                space_plane_row(region_space(region), facet.plane),
                                (slong)row->columns, facet.side);
    }
}

// Whether one of the rows is negative in all of the region; puts the cone that shows it.
static bool put_negative_row(proof *p, const rows *alternative)
{
    const size_t columns = alternative->columns;
    fmpz *minus = _fmpz_vec_init((slong)columns);
    bool is_negative = false;
    for (size_t k = 0; k < alternative->count && !is_negative; k++) {
        _fmpz_vec_neg(minus, rows_at(alternative, k), (slong)columns);
        is_negative = cone_find_for_positive_row(&p->finder, minus);
    }
    if (is_negative)
        path_give_cone(p, "");
    _fmpz_vec_clear(minus, (slong)columns);
    return is_negative;
}

// For no alternative of `unsat`, whose rows are the last ones, do all rows hold at a point.
static void put_unsat(refutation *r, rows *facets, const rows *alternative)
{
    if (put_negative_row(r->p, alternative) || run_is_cancelled())
        return;
    if (!r->facets)
        refutation_take_facets(r, facets);
    facets->count = r->facets;
    for (size_t k = 0; k < alternative->count; k++)
        row_copy(rows_at(facets, rows_push(facets)), rows_at(alternative, k), facets->columns);
    put_refutation(r, facets->entry);
}

// A line for each alternative: a cone shows that its row is nowhere positive in the region, or that
// its rows are nowhere all >= 0.
static void put_alternatives(proof *p, const crease_region *region)
{
    const size_t columns = p->finder.dimension + 1, outputs = crease_net_outputs(p->net);
    const size_t *size = p->claim->size;
    const fmpq *claim = p->claim->row;
    refutation r = {.p = p, .region = region};
    fmpq *map = _fmpq_vec_init((slong)((outputs + 1) * columns)), *sum = map + outputs * columns;
    fmpz_t denominator;
    rows facets, alternative;
    fmpz_init(denominator);
    rows_init(&facets, columns);
    rows_init(&alternative, columns);
    for (size_t o = 0; o < outputs; o++)
        crease_region_map(map + o * columns, region, o);
    cone_finder_begin(&p->finder, region->pos, region->cell);
    for (size_t i = 0; i < p->claim->count; i++) {
        const extent_of_path whole = path_extent(p);
        r.size = size ? size[i] : 1;
        alternative.count = 0;
        for (size_t k = 0; k < r.size; k++, claim += outputs + 1) {
            fmpz *row = rows_at(&alternative, rows_push(&alternative));
            pull_bound(sum, claim, map, outputs, columns);
            _fmpq_vec_get_fmpz_vec_fmpz(row, denominator, sum, (slong)columns);
            if (size)
                _fmpz_vec_neg(row, row, (slong)columns);
            path_add_member(p, (cone_form){0}); // the row
        }
        if (size) {
            put_unsat(&r, &facets, &alternative);
        } else {
            cone_find_for_row(&p->finder, alternative.entry);
            path_give_cone(p, "");
        }
        proof_line_empty(&p->line);
        path_take_back(p, &whole);
    }
    cone_finder_end(&p->finder);
    rows_clear(&facets);
    rows_clear(&alternative);
    fmpz_clear(denominator);
    _fmpq_vec_clear(map, (slong)((outputs + 1) * columns));
}

void proof_region(proof *p, const crease_region *region)
{
    ASSERT(region->pos && region->cell);
    bool with_facets = p->witnesses && !key_set_is_alone(p->witnesses, region_map_key(region));
    cone_finder_begin(&p->finder, region->pos, region->cell);
    path_show_bounded(p);
    cone_finder_end(&p->finder);
    if (with_facets)
        show_facets(p, region);
    proof_line_word(&p->line);
    put_inside(p, region);
    if (!p->bounded)
        put_direction(p, region);
    if (with_facets)
        put_facets(p, region);
    proof_line_end(&p->line);
    if (p->claim)
        put_alternatives(p, region);
}
