// Units that are the largest of several rows.
//
// Several ties may lie on one plane H. The neighbour of part i at a facet on H is one row n: among
// the rows that equal z_i on H, the one that falls most steeply towards the part, and the lowest of
// these. The part is cut by the tie of i and n, so both sides of a facet name the same tie: the
// neighbour of n is i.
#include "tree/maxout.h"

#include "base/fatal.h"
#include <string.h>

// The data that all parts of one cell share.
typedef struct {
    size_t l, first;     // the layer, and the unit's first predicate
    size_t rank;         // of the unit
    plane_origin origin; // of the first tie
    uint32_t *plane;     // of each tie, once it is needed; NO_PLANE before
    const geom_cell *cell;
    const uint32_t *beater; // no ties with rows j for which beater[j] != j; NULL: with all
} maxout_ties;

enum { NO_PLANE = UINT32_MAX };

static uint32_t tie_plane(walk_position *pos, const maxout_ties *ties, size_t q)
{
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    if (ties->plane[q] == NO_PLANE) {
        plane_origin origin = ties->origin;
        origin.split += q;
        origin.breakpoint = (uint32_t)q;
        const double *form = insertion_form(pos->inserts + ties->l, ties->first + q);
        ties->plane[q] = space_add_plane(&pos->space, form, origin);
    }
    return ties->plane[q];
}

// The effect of the tie of a row with the winner on the part so far.
typedef enum { NOTHING, CLIPPED, IDLE } tie_effect;

// Whether the tie of row k lies on that of row j, and z_k falls more steeply towards the part. The
// winner beats both rows there. Rows of a unit have one scale.
static bool is_steeper_row(walk_position *pos, const maxout_ties *ties, uint32_t winner, uint32_t j,
                           uint32_t k)
{
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    size_t columns = pos->maps.columns, c = 0;
    const fmpz *a = insertion_row(pos, ties->l, ties->first + insertion_tie(ties->rank, winner, j));
    const fmpz *b = insertion_row(pos, ties->l, ties->first + insertion_tie(ties->rank, winner, k));
    while (fmpz_is_zero(a + c)) // it is a plane
        c++;
    return fmpz_cmpabs(b + c, a + c) > 0 && row_is_multiple(b, a, columns);
}

// Drops the tie of a row j if row k, which is beaten on the whole part, wins beyond it.
static bool drop_tie(walk_position *pos, const maxout_ties *ties, uint32_t winner, uint32_t k,
                     signed char *done)
{
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    if (!pos->inserts[ties->l].touches)
        return false;
    for (uint32_t j = 0; j < k; j++)
        if (done[j] == CLIPPED && is_steeper_row(pos, ties, winner, j, k)) {
            done[j] = IDLE;
            return true;
        }
    return false;
}

// Cuts a part where the tie of two rows takes these signs: the earlier row is larger on the first
// half, the later on the second.
static void cut_at_tie(geom_cell half[2], walk_position *pos, const maxout_ties *ties, size_t tie,
                       const geom_cell *part, const signed char *sign)
{
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    insertion *in = pos->inserts + ties->l;
    uint32_t slots = in->slots;
    cell_split(half, &pos->space, part, sign, tie_plane(pos, ties, tie), &in->slots);
    insertion_reserve(pos, ties->l, slots);
}

// Signs of a cell's generators; those away from a focus stay unset.
static signed char *new_signs(walk_position *pos, const geom_cell *cell)
{
    return memset(arena_take(&pos->space.cells, cell->count), 1, cell->count);
}

typedef enum { EMPTY, MADE, AGAIN } outcome;

// Cuts the part by the ties of row `winner`. EMPTY: row *by is at least as large on all that is
// left.
static outcome clip_part(geom_cell *part, walk_position *pos, const maxout_ties *ties,
                         uint32_t winner, signed char *done, uint32_t *by)
{
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    for (uint32_t j = 0; j < ties->rank; j++) {
        if (j == winner || done[j] == IDLE)
            continue;
        signed char *sign = new_signs(pos, part);
        coverage wins = insertion_beats(pos, ties->l, ties->first, part, winner, j, sign);
        done[j] = wins == PARTLY ? CLIPPED : NOTHING;
        *by = j;
        if (wins == NOWHERE)
            return EMPTY;
        if (wins == PARTLY) {
            geom_cell half[2];
            cut_at_tie(half, pos, ties, insertion_tie(ties->rank, winner, j), part, sign);
            *part = half[winner > j];
        } else if (drop_tie(pos, ties, winner, j, done)) {
            return AGAIN;
        }
    }
    return MADE;
}

// The part of the cell where row `winner` attains the maximum, cut out by its ties. Returns 0
// if it has no interior: then row *by is at least as large on what the other rows leave.
static bool make_part(geom_cell *part, walk_position *pos, const maxout_ties *ties, uint32_t winner,
                      uint32_t *by)
{
    ASSERT(cell_is_made(ties->cell));
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    const uint32_t *beater = ties->beater;
    signed char *done = arena_take(&pos->space.cells, ties->rank);
    for (uint32_t j = 0; j < ties->rank; j++)
        done[j] = beater && beater[j] != j ? IDLE : NOTHING;
    outcome result;
    do {
        *part = *ties->cell;
        result = clip_part(part, pos, ties, winner, done, by);
    } while (result == AGAIN);
    return result == MADE;
}

// Sorts the parts in one dimension: each begins with the plane that ends the one before.
static void sort_along(part_list parts, const geom_cell *cell)
{
    ASSERT(cell_is_made(cell));
    uint32_t end = cell->generator[0].plane;
    for (size_t i = 0; i + 1 < parts.count; i++) {
        size_t k = i;
        while (k < parts.count && parts.cell[k].generator[0].plane != end)
            k++;
        if (k == parts.count) // float arithmetic contradicts itself
            return;
        geom_cell next = parts.cell[k];
        uint32_t winner = parts.winner[k];
        parts.cell[k] = parts.cell[i];
        parts.winner[k] = parts.winner[i];
        parts.cell[i] = next;
        parts.winner[i] = winner;
        end = next.generator[1].plane;
    }
}

static maxout_ties ties_of(walk_position *pos, size_t first, plane_origin origin,
                           const geom_cell *cell)
{
    const size_t l = origin.layer + 1;
    ASSERT(l < pos->maps.layers);
    ASSERT(pos->judge.arith <= CREASE_FLOAT);
    size_t rank = insertion_rank(pos, l, first), predicates = rank * (rank - 1) / 2;
    uint32_t *plane = arena_take(&pos->space.cells, predicates * sizeof *plane);
    memset(plane, 0xff, predicates * sizeof *plane); // NO_PLANE
    return (maxout_ties){l, first, rank, origin, plane, cell, NULL};
}

uint32_t maxout_refute(geom_cell *part, walk_position *pos, size_t first, plane_origin origin,
                       const geom_cell *cell, const uint32_t *beater, uint32_t row)
{
    ASSERT(cell_is_made(cell));
    maxout_ties ties = ties_of(pos, first, origin, cell);
    ties.beater = beater;
    uint32_t by = row;
    return make_part(part, pos, &ties, row, &by) ? row : by;
}

part_list maxout_parts(walk_position *pos, size_t first, plane_origin origin, const geom_cell *cell,
                       bool line_order)
{
    ASSERT(cell_is_made(cell));
    arena *stack = &pos->space.cells;
    maxout_ties ties = ties_of(pos, first, origin, cell);
    part_list parts = {arena_take(stack, ties.rank * sizeof *parts.cell),
                       arena_take(stack, ties.rank * sizeof *parts.winner), 0};
    uint32_t by;
    if (ties.rank == 2) { // the parts are the halves of one split
        signed char *sign = new_signs(pos, cell);
        if (insertion_beats(pos, ties.l, first, cell, 0, 1, sign) == PARTLY) {
            cut_at_tie(parts.cell, pos, &ties, 0, cell, sign);
            parts.winner[0] = 0;
            parts.winner[1] = 1;
            parts.count = 2;
        }
    }
    for (uint32_t i = 0; i < ties.rank && parts.count < ties.rank; i++)
        if (make_part(parts.cell + parts.count, pos, &ties, i, &by))
            parts.winner[parts.count++] = i;
    if (line_order)
        sort_along(parts, cell);
    return parts;
}
