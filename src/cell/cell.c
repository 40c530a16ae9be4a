// Cells of any dimension: code that does not depend on their representation.
#include "geom/cell.h"

#include "base/limits.h"
#include "geom/project.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <math.h>
#include <string.h>

// ---- the domain ----

static const cell_kind *kind_of(const geom_space *space, const geom_cell *cell)
{
    if (cell->simplex)
        return &simplex_kind;
    if (space->general)
        return &celln_kind;
    return space->dimension == 1 ? &cell1_kind : &cell2_kind;
}

int cell_clip(geom_cell *cell, geom_space *space, uint32_t plane)
{
    return cell_clip_to(cell, space, (cell_facet){plane, 1});
}

int cell_clip_to(geom_cell *cell, geom_space *space, cell_facet facet)
{
    const uint32_t plane = facet.plane;
    if (cell->simplex)
        return simplex_clip(cell, space, facet);
    signed char *sign = arena_take(&space->cells, cell->count);
    int below = 0, above = 0;
    for (size_t i = 0; i < cell->count; i++) {
        if (run_poll(space->columns))
            return 1;
        sign[i] = (signed char)space_sign(space, plane, cell->generator[i].point);
        below |= sign[i] < 0 || (i < cell->lines && sign[i]);
        above |= sign[i] > 0 || (i < cell->lines && sign[i]);
    }
    if (!below || !above)
        return facet.side > 0 ? above : below;
    geom_cell low, high;
    uint32_t slots = 0; // all generators get new ones in the end
    cell_split(&low, &high, space, cell, sign, plane, &slots);
    *cell = facet.side > 0 ? high : low;
    return 1;
}

// An inequality as integers, up to a positive factor.
static void domain_integers(fmpz *to, const crease_domain *domain, size_t i)
{
    const slong columns = (slong)domain->dimension + 1;
    fmpq *row = _fmpq_vec_init(columns);
    fmpz_t denominator;
    fmpz_init(denominator);
    domain_inequality(row, domain, i);
    _fmpq_vec_get_fmpz_vec_fmpz(to, denominator, row, columns);
    fmpz_clear(denominator);
    _fmpq_vec_clear(row, columns);
}

uint32_t cell_border(geom_space *space, const crease_domain *domain, size_t i)
{
    fmpz *row = _fmpz_vec_init((slong)space->columns);
    domain_integers(row, domain, i);
    const uint32_t plane = space_add_border(space, row);
    space->origin[plane].unit = (uint32_t)(domain->number ? domain->number[i] : i);
    _fmpz_vec_clear(row, (slong)space->columns);
    return plane;
}

int cell_from_domain(geom_cell *cell, geom_space *space, const crease_domain *domain)
{
    space->general = domain->general || domain->dimension > 2;
    int interior = 1;
    if (domain->is_box && domain->dimension == 2 && !space->general) {
        cell2_from_box(cell, space, domain);
    } else {
        *cell = (geom_cell){0};
        kind_of(space, cell)->whole(cell, space);
        for (size_t i = 0; i < domain_inequalities(domain) && interior && !run_is_cancelled(); i++)
            interior = cell_clip(cell, space, cell_border(space, domain, i));
    }
    for (size_t i = 0; i < cell->count; i++)
        cell->generator[i].slot = (uint32_t)i;
    cell->in_order = 1;
    return interior;
}

// ---- queries ----

void cell_view(geom_cell *view, geom_space *space, const geom_cell *cell)
{
    *view = *cell;
    if (cell->simplex)
        simplex_copy(view, space, cell);
    if (cell->in_order)
        return;
    view->generator = arena_take(&space->cells, cell->count * sizeof *view->generator);
    for (size_t i = 0; i < cell->count; i++) {
        view->generator[i] = cell->generator[i];
        view->generator[i].slot = (uint32_t)i;
    }
    view->in_order = 1;
    view->corners = NULL; // they live as long as those of the other
}

int cell_is_bounded(const geom_cell *cell, geom_space *space)
{
    if (cell->corners)
        return 1;
    if (cell->simplex)
        return simplex_is_bounded(cell, space);
    for (size_t i = 0; i < cell->count; i++)
        if (space->point[cell->generator[i].point].infinite)
            return 0;
    return 1;
}

int cell_is_everything(const geom_cell *cell, const geom_space *space)
{
    if (cell->simplex)
        return 0;
    for (size_t i = 0; i < cell->count; i++)
        if (!space->point[cell->generator[i].point].infinite)
            return 0;
    return 1;
}

double cell_size(const geom_cell *cell, geom_space *space)
{
    const cell_kind *kind = kind_of(space, cell);
    if (!kind->size || space->judge->arith == CREASE_EXACT || !cell_is_bounded(cell, space))
        return 0;
    return kind->size(cell, space);
}

int cell_box(box_approx *box, const geom_cell *cell, const geom_space *space)
{
    if (cell->simplex)
        return simplex_outer_box(box, cell, space);
    if (cell->lines)
        return 0;
    double radius = 0, sum = 0;
    size_t d = space->dimension;
    double *low = box->center, *high = box->half;
    for (size_t c = 0; c < d; c++) {
        low[c] = INFINITY;
        high[c] = -INFINITY;
    }
    for (size_t i = 0; i < cell->count; i++) {
        const double *at = space_place(space, cell->generator[i].point);
        if (at[d] == 0)
            return 0;
        for (size_t c = 0; c < d; c++) {
            low[c] = at[c] < low[c] ? at[c] : low[c];
            high[c] = at[c] > high[c] ? at[c] : high[c];
        }
        radius = at[d + 1] > radius ? at[d + 1] : radius;
        sum += at[d + 1];
    }
    // If the radius is not finite, the coordinates may be NaN.
    box->radius = sum < INFINITY ? radius : INFINITY;
    for (size_t c = 0; c < d; c++) {
        double center = 0.5 * low[c] + 0.5 * high[c];
        double below = center - low[c], above = high[c] - center;
        box->reach[c] = fmax(fabs(low[c]), fabs(high[c])) + box->radius;
        box->center[c] = center;
        box->half[c] = below > above ? below : above;
    }
    return 1;
}

// ---- splits ----

void cell_split(geom_cell *low, geom_cell *high, geom_space *space, const geom_cell *cell,
                const signed char *sign, uint32_t plane, uint32_t *slots)
{
    if (run_is_cancelled())
        *low = *high = *cell; // cells at least
    else
        kind_of(space, cell)->split(low, high, space, cell, sign, plane, slots);
}

int domain_is_empty(const crease_domain *domain)
{
    const size_t columns = domain->dimension + 1, count = domain_inequalities(domain);
    fmpz *point = _fmpz_vec_init((slong)((count + 2) * columns)), *nearest = point + columns;
    project_rows inequalities = {nearest + columns, count, columns};
    for (size_t i = 0; i < count; i++)
        domain_integers(nearest + (i + 1) * columns, domain, i);
    fmpz_one(point + domain->dimension);
    const int empty = !project(nearest, point, domain->dimension, project_onto_rows(&inequalities));
    _fmpz_vec_clear(point, (slong)((count + 2) * columns));
    return empty;
}

int crease_domain_is_bounded(const crease_domain *domain)
{
    if (domain_intervals(domain) == domain->dimension)
        return 1;
    sign_judge judge;
    geom_space space;
    geom_cell cell;
    sign_judge_init(&judge, CREASE_EXACT, 0);
    space_init(&space, domain->dimension, &judge);
    int bounded = !cell_without_vertices(&cell, &space, domain) || cell_is_bounded(&cell, &space);
    space_clear(&space);
    sign_judge_clear(&judge);
    return bounded;
}

// ---- segments, rays and the whole line ----
//
// The generators are the lower and the upper end; each carries the plane that is this point,
// oriented so that the cell lies on its given side.

enum { LOWER, UPPER, ENDS };

static void cell1_whole(geom_cell *cell, geom_space *space)
{
    fmpz infinity[2] = {0, 1};
    uint32_t plane = space_add_border(space, infinity);
    *cell = (geom_cell){.count = ENDS};
    cell->generator = arena_take(&space->cells, ENDS * sizeof *cell->generator);
    for (uint32_t i = 0; i < ENDS; i++) {
        fmpz direction[2] = {i == UPPER ? 1 : -1, 0};
        cell->generator[i] = (cell_generator){space_add_point(space, direction), plane, 1, i};
    }
}

static void cell1_split(geom_cell *low, geom_cell *high, geom_space *space, const geom_cell *cell,
                        const signed char *sign, uint32_t plane, uint32_t *slots)
{
    int rises = sign[LOWER] < 0;
    cell_generator cross = {
        .point = space_add_common(space, &plane, 1, 0, 0, 0), .plane = plane, .slot = (*slots)++};
    geom_cell *half[2] = {low, high};
    for (int s = 0; s < 2; s++) {
        *half[s] = (geom_cell){.count = ENDS};
        half[s]->generator = arena_take(&space->cells, ENDS * sizeof cross);
        cross.side = s ? 1 : -1;
        int kept = s == rises ? UPPER : LOWER;
        half[s]->generator[kept] = cell->generator[kept];
        half[s]->generator[kept == UPPER ? LOWER : UPPER] = cross;
    }
}

static double cell1_length(const geom_cell *cell, const geom_space *space)
{
    return space_place(space, cell->generator[UPPER].point)[0] -
           space_place(space, cell->generator[LOWER].point)[0];
}

const cell_kind cell1_kind = {cell1_whole, cell1_split, cell1_length};

void cell_members(uint64_t *members, const geom_cell *cell)
{
    const size_t words = bits_words(cell->count);
    memset(members, 0, cell->facets * words * sizeof *members);
    for (size_t i = 0; i < cell->count; i++)
        for (size_t w = 0; w < cell->words; w++)
            for (uint64_t rest = cell_facets_at(cell, i)[w]; rest; rest &= rest - 1)
                bits_add(members + (w * BITS_WORD + bits_lowest(rest)) * words, i);
}
