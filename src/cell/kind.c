// Cells of any kind: every call goes through the table of its kind.
#include "cell/cell.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "cell/kind.h"

// Cells that have a dictionary may share a space with cells of vertices, their corners.
static inline const cell_kind *kind_of(const geom_space *space, const geom_cell *cell)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    return cell->dictionary ? &implicit_kind : space->kind;
}

// ---- changes ----

bool cell_clip(geom_cell *cell, geom_space *space, uint32_t plane)
{
    ASSERT(plane < space->plane_rows.count);
    ASSERT(space->columns == space->dimension + 1);
    return cell_clip_to(cell, space, (half_space){plane, 1});
}

bool cell_clip_to(geom_cell *cell, geom_space *space, half_space facet)
{
    ASSERT(facet.side == 1 || facet.side == -1);
    ASSERT(space->columns == space->dimension + 1);
    return kind_of(space, cell)->clip(cell, space, facet);
}

void cell_split(geom_cell half[2], geom_space *space, const geom_cell *cell,
                const signed char *sign, uint32_t plane, uint32_t *slots)
{
    ASSERT(plane < space->plane_rows.count);
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    if (run_is_cancelled())
        half[0] = half[1] = *cell; // cells at least
    else
        kind_of(space, cell)->split(half, space, cell, sign, plane, slots);
}

void cell_view(geom_cell *view, geom_space *space, const geom_cell *cell)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    kind_of(space, cell)->copy(view, space, cell);
}

// ---- questions ----

bool cell_is_bounded(const geom_cell *cell, geom_space *space)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    return cell->corners || kind_of(space, cell)->is_bounded(cell, space);
}

bool cell_is_everything(const geom_cell *cell, const geom_space *space)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    for (size_t i = 0; i < cell->count; i++)
        if (!space->point[cell->generator[i].point].infinite)
            return false;
    return cell->count > 0;
}

bool cell_box(box_approx *box, const geom_cell *cell, const geom_space *space)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    return kind_of(space, cell)->box(box, cell, space);
}

bool cell_shrink_box(box_approx *box, const geom_cell *cell, geom_space *space)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    const cell_kind *kind = kind_of(space, cell);
    return kind->shrink_box && kind->shrink_box(box, cell, space);
}

double cell_size(const geom_cell *cell, geom_space *space)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    const cell_kind *kind = kind_of(space, cell);
    if (!kind->size || space->judge->arith == CREASE_EXACT || !cell_is_bounded(cell, space))
        return 0;
    return kind->size(cell, space);
}

sides cell_sides(const geom_cell *cell, geom_space *space, const cell_form *form, signed char *sign)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    return kind_of(space, cell)->sides(cell, space, form, sign);
}

int cell_holds(const geom_cell *cell, geom_space *space, double *form, const fmpz *row)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    return kind_of(space, cell)->holds(cell, space, form, row);
}

bool cell_lies_beside(const geom_cell *cell, geom_space *space, const fmpz *row, int side)
{
    ASSERT(side >= -1 && side <= SIGN_UNKNOWN);
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    return kind_of(space, cell)->lies_beside(cell, space, row, side);
}

// ---- facets ----

const geom_cell *cell_canonical(const geom_cell *cell, geom_space *space,
                                bool (*keeps)(const void *data, uint32_t plane), const void *data)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    const cell_kind *kind = kind_of(space, cell);
    return kind->canonical ? kind->canonical(cell, space, keeps, data) : cell;
}

size_t cell_facets(half_space **facet, const geom_cell *canonical, geom_space *space)
{
    ASSERT(cell_is_made(canonical));
    ASSERT(space->columns == space->dimension + 1);
    return kind_of(space, canonical)->facets(facet, canonical, space);
}

size_t cell_lower_facets(half_space **facet, const geom_cell *canonical, geom_space *space)
{
    ASSERT(cell_is_made(canonical));
    ASSERT(space->columns == space->dimension + 1);
    const cell_kind *kind = kind_of(space, canonical);
    return (kind->lower_facets ? kind->lower_facets : kind->facets)(facet, canonical, space);
}

size_t cell_facet_borders(half_space *border, const geom_cell *canonical, const geom_space *space,
                          const half_space *facet, size_t facets, uint32_t plane)
{
    ASSERT(plane < space->plane_rows.count);
    ASSERT(cell_is_made(canonical));
    ASSERT(space->columns == space->dimension + 1);
    return kind_of(space, canonical)->facet_borders(border, canonical, space, facet, facets, plane);
}

void cell_facet_box(double *low, double *high, const geom_cell *canonical, geom_space *space,
                    uint32_t plane)
{
    ASSERT(plane < space->plane_rows.count);
    ASSERT(cell_is_made(canonical));
    ASSERT(space->columns == space->dimension + 1);
    kind_of(space, canonical)->facet_box(low, high, canonical, space, plane);
}

size_t cell_facets_meeting(half_space *facet, const geom_cell *cell, const geom_space *space,
                           size_t generator)
{
    ASSERT(cell_is_made(cell));
    ASSERT(generator < cell->count);
    ASSERT(space->columns == space->dimension + 1);
    return kind_of(space, cell)->facets_meeting(facet, cell, generator);
}

const geom_cell *cell_corners(const geom_cell *cell, geom_space *space, const half_space *facet,
                              size_t facets)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    const cell_kind *kind = kind_of(space, cell);
    return kind->corners ? kind->corners(cell, space, facet, facets) : cell;
}

// ---- programs ----

cell_answer cell_interior(fmpq *x, const geom_cell *canonical, geom_space *space)
{
    ASSERT(cell_is_made(canonical));
    ASSERT(space->columns == space->dimension + 1);
    const cell_kind *kind = kind_of(space, canonical);
    if (!kind->interior)
        return CELL_AT_CORNERS;
    kind->interior(x, canonical, space);
    return CELL_ANSWERED;
}

cell_answer cell_point_beyond(fmpq *x, const geom_cell *canonical, geom_space *space,
                              uint32_t plane)
{
    ASSERT(plane < space->plane_rows.count);
    ASSERT(cell_is_made(canonical));
    ASSERT(space->columns == space->dimension + 1);
    const cell_kind *kind = kind_of(space, canonical);
    if (!kind->point_beyond)
        return CELL_AT_CORNERS;
    kind->point_beyond(x, canonical, space, plane);
    return CELL_ANSWERED;
}

static cell_answer answer_program(program_optimum *optimum, const geom_cell *canonical,
                                  geom_space *space, const fmpz *row, int sign, bool refutes)
{
    ASSERT(sign >= -1 && sign <= SIGN_UNKNOWN);
    ASSERT(cell_is_made(canonical));
    ASSERT(space->columns == space->dimension + 1);
    const cell_kind *kind = kind_of(space, canonical);
    if (!kind->maximise)
        return CELL_AT_CORNERS;
    const bool answered = kind->maximise(optimum, canonical, space, row, sign, refutes);
    return answered ? CELL_ANSWERED : CELL_CANCELLED;
}

cell_answer cell_maximise(program_optimum *optimum, const geom_cell *canonical, geom_space *space,
                          const fmpz *row, int sign)
{
    return answer_program(optimum, canonical, space, row, sign, false);
}

cell_answer cell_refute(program_optimum *optimum, const geom_cell *canonical, geom_space *space,
                        const fmpz *row, int sign)
{
    return answer_program(optimum, canonical, space, row, sign, true);
}
