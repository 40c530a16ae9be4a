// The facets of cells of vertices, from the generators that lie on them.
#include "cell/kind.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "exact/rational.h"
#include <math.h>
#include <string.h>

void cell_members(uint64_t *members, const geom_cell *cell)
{
    ASSERT(cell_is_made(cell));
    const size_t words = bits_words(cell->count);
    memset(members, 0, cell->facets * words * sizeof *members);
    for (size_t i = 0; i < cell->count; i++)
        BITS_EACH(f, cell_facets_at(cell, i), cell->words)
            bits_add(members + f * words, i);
}

// Whether all generators on facet f also lie on facet g. If both have the same generators, the
// first counts as the larger one.
static bool lies_within(const uint64_t *members, size_t words, size_t f, size_t g)
{
    const uint64_t *part = members + f * words, *whole = members + g * words;
    return bits_within(part, whole, words) && (g < f || !bits_within(whole, part, words));
}

// The inequalities that a generator lies on. Returns their number.
static size_t list_tight(size_t *tight, const geom_cell *cell, const uint64_t *members,
                         size_t words)
{
    size_t count = 0;
    for (size_t f = 0; f < cell->facets; f++)
        if (bits_count(members + f * words, words))
            tight[count++] = f;
    return count;
}

// A face of less dimension lies within a facet; so an inequality is redundant iff the generators
// where it is an equation all lie on another one. Those of a simple cell are independent.
size_t vertices_facets(half_space **facet, const geom_cell *cell, geom_space *space)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    arena *stack = &space->cells;
    size_t facets = 0;
    *facet = arena_take(stack, (cell->facets + 1) * sizeof **facet);
    const arena_mark mark = arena_here(stack);
    const size_t words = bits_words(cell->count);
    size_t *tight = arena_take(stack, cell->facets * sizeof *tight);
    uint64_t *members = arena_take(stack, cell->facets * words * sizeof *members);
    cell_members(members, cell);
    const size_t count = list_tight(tight, cell, members, words);
    for (size_t k = 0; k < count && !run_poll(count * words); k++) {
        const size_t f = tight[k];
        bool redundant = cell->facet[f].plane == SPACE_INFINITY;
        for (size_t other = 0; other < count && !redundant && !cell->is_simple; other++)
            redundant = other != k && lies_within(members, words, f, tight[other]);
        if (!redundant)
            (*facet)[facets++] = cell->facet[f];
    }
    arena_release(stack, mark);
    return facets;
}

size_t vertices_facets_meeting(half_space *facet, const geom_cell *cell, size_t generator)
{
    ASSERT(cell_is_made(cell));
    ASSERT(generator < cell->count);
    size_t count = 0;
    for (size_t f = 0; f < cell->facets; f++)
        if (cell_lies_on(cell, generator, f))
            facet[count++] = cell->facet[f];
    return count;
}

static size_t number_of(const geom_cell *cell, uint32_t plane)
{
    ASSERT(cell_is_made(cell));
    size_t f = 0;
    while (cell->facet[f].plane != plane)
        f++;
    return f;
}

// Whether facet f can bound another facet of the cell: they have enough generators in common to
// meet in d - 2 dimensions.
static bool may_bound(const geom_cell *cell, size_t f, size_t other, size_t d)
{
    ASSERT(cell_is_made(cell));
    ASSERT(d > 0);
    size_t common = cell->lines;
    for (size_t i = cell->lines; i < cell->count && common + 1 < d; i++)
        common += cell_lies_on(cell, i, f) && cell_lies_on(cell, i, other);
    return common + 1 >= d;
}

size_t vertices_facet_borders(half_space *border, const geom_cell *cell, const geom_space *space,
                              const half_space *facet, size_t facets, uint32_t plane)
{
    ASSERT(border && facet);
    ASSERT(plane < space->plane_rows.count);
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    (void)facet, (void)facets;
    const size_t own = number_of(cell, plane);
    size_t count = 0;
    for (size_t f = 0; f < cell->facets; f++)
        if (cell->facet[f].plane != SPACE_INFINITY && may_bound(cell, f, own, space->dimension))
            border[count++] = cell->facet[f];
    return count;
}

// Widens the box to a generator.
static void box_widen(double *low, double *high, geom_space *space, uint32_t point)
{
    ASSERT(point < space->point_rows.count);
    ASSERT(space->columns == space->dimension + 1);
    const size_t d = space->dimension;
    const int exact = space->judge->arith == CREASE_EXACT, infinite = space->point[point].infinite;
    const fmpz *row = exact && !infinite ? space_point_row(space, point) : NULL;
    const double *place = space_place(space, point);
    for (size_t c = 0; c < d; c++) {
        double least = -HUGE_VAL, most = HUGE_VAL;
        if (row) {
            const double nearest = rational_double(&(fmpq){row[c], row[d]});
            least = nextafter(nearest, -HUGE_VAL);
            most = nextafter(nearest, HUGE_VAL);
        } else if (!infinite && place[d + 1] < HUGE_VAL) {
            least = nextafter(place[c] - place[d + 1], -HUGE_VAL);
            most = nextafter(place[c] + place[d + 1], HUGE_VAL);
        }
        low[c] = fmin(low[c], least);
        high[c] = fmax(high[c], most);
    }
}

void vertices_facet_box(double *low, double *high, const geom_cell *cell, geom_space *space,
                        uint32_t plane)
{
    ASSERT(low && high);
    ASSERT(plane < space->plane_rows.count);
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    const size_t own = number_of(cell, plane);
    for (size_t c = 0; c < space->dimension; c++) {
        low[c] = HUGE_VAL;
        high[c] = -HUGE_VAL;
    }
    for (size_t i = 0; i < cell->count; i++)
        if (cell_lies_on(cell, i, own))
            box_widen(low, high, space, cell->generator[i].point);
}
