// One step down the region tree.
#include "tree/step.h"

#include "base/fatal.h"
#include "base/trace.h"
#include "tree/maxout.h"

hyperplane_list step_into_layer(geom_cell *own, walk_position *pos, size_t l, const geom_cell *cell)
{
    ASSERT(l >= 1 && l < pos->maps.layers);
    ASSERT(cell_is_made(cell));
    pos->maps.layer[l].entry = ++pos->maps.entries;
    cell_view(own, &pos->space, cell);
    insertion_survey(pos, l, own);
    return hyperplanes_all(pos, l);
}

// The arithmetic that decided that a hyperplane splits the cell.
static const char *arithmetic_of(const walk_position *pos, size_t l, uint32_t k)
{
    const insertion *in = pos->inserts + l;
    if (pos->judge.arith == CREASE_EXACT || row_is_known(&in->rows, k))
        return "integers";
    if (!in->tight[k] || pos->maps.layer[l].view.grade == MAP_FIRM)
        return "doubles";
    return l <= pos->maps.last_of_pairs ? "pairs" : "doubles with followed errors";
}

// Below and above the unit's breakpoint.
static void split_in_halves(walk_step *step, geom_cell half[2], walk_position *pos,
                            const geom_cell *cell, plane_origin origin)
{
    const size_t l = step->layer;
    TRACE("tree", "depth %zu: layer %zu, unit %u, breakpoint %u splits the cell, by %s",
          step->depth, l - 1, origin.unit, origin.breakpoint,
          arithmetic_of(pos, l, step->hyperplane));
    const uint32_t plane =
        space_add_plane(&pos->space, insertion_form(pos->inserts + l, step->hyperplane), origin);
    step->part = half;
    if (step->skip_halves)
        half[0] = half[1] = *cell;
    else
        step->starts_above =
            insertion_split(half, pos, l, step->hyperplane, cell, plane, step->rest);
}

// Among the rows of a maxout unit.
static void split_among_rows(walk_step *step, walk_position *pos, const geom_cell *cell,
                             plane_origin origin)
{
    const size_t l = step->layer;
    const part_list parts = maxout_parts(pos, step->hyperplane, origin, cell, step->line_order);
    TRACE("tree", "depth %zu: layer %zu, maxout unit %u has %zu parts on the cell", step->depth,
          l - 1, origin.unit, parts.count);
    step->part = parts.cell;
    step->split.creases = unit_predicates(&pos->maps.layer[l].rounded->unit, origin.unit);
    step->split.parts = parts.count;
    step->split.winner = parts.winner;
}

void step_split(walk_step *step, geom_cell half[2], walk_position *pos, const geom_cell *cell)
{
    const size_t l = step->layer;
    ASSERT(l >= 1 && l < pos->maps.layers);
    ASSERT(step->hyperplane < pos->inserts[l].predicates);
    ASSERT(cell_is_made(cell));
    const walk_predicate predicate = pos->inserts[l].kept[step->hyperplane];
    const bool is_maxout = insertion_is_maxout(pos, l, step->hyperplane);
    const uint32_t breakpoint = is_maxout ? 0 : predicate.breakpoint;
    const plane_origin origin = {space_split(step->depth, 0), (uint32_t)l - 1, predicate.unit,
                                 breakpoint};
    step->split = (crease_split){.creases = 1,
                                 .depth = step->depth,
                                 .layer = l - 1,
                                 .unit = predicate.unit,
                                 .breakpoint = breakpoint,
                                 .parts = 2};
    if (is_maxout)
        split_among_rows(step, pos, cell, origin);
    else
        split_in_halves(step, half, pos, cell, origin);
}
