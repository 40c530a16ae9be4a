// Convex polygons of the plane, bounded or not.
//
// A cell is its generators in counterclockwise order; each generator carries the line of
// the edge that leaves it, oriented so that the cell lies on its positive side. An
// unbounded cell is a polygon too: generators at infinity are directions, and the line
// at infinity may be an edge. Consecutive generators are never antipodal (as seen from
// the origin of R^3): where a line would run from a direction to its opposite, its
// foot is put in as a generator. So every cell but the whole plane is the cone spanned
// by its generators, and a form's signs at the generators are its signs on the cell. The
// whole plane has its four axis directions as generators, none of them finite.
//
// Generators may be flat (both edges on one line); the functions below allow it.
#include "cell/kind.h"

#include "base/fatal.h"
#include "domain/border.h"
#include "domain/point_number.h"
#include <flint/fmpq_vec.h>
#include <math.h>
#include <string.h>

static cell_generator *take_generators(geom_space *space, size_t count)
{
    ASSERT(space->columns == space->dimension + 1);
    return arena_take(&space->cells, count * sizeof(cell_generator));
}

static uint32_t line_from_integers(geom_space *space, slong a, slong b, slong c)
{
    ASSERT(space->columns == space->dimension + 1);
    fmpz form[3] = {a, b, c};
    return space_add_border(space, form);
}

// Directions (1,0), (0,1), (-1,0), (0,-1), all edges at infinity.
static void polygon_whole(geom_cell *cell, geom_space *space)
{
    static const slong direction[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    uint32_t infinity = line_from_integers(space, 0, 0, 1);
    *cell = (geom_cell){.count = 4};
    cell->generator = take_generators(space, 4);
    for (uint32_t i = 0; i < 4; i++) {
        fmpz point[3] = {direction[i][0], direction[i][1], 0};
        cell->generator[i] = (cell_generator){space_add_point(space, point), infinity, 1, i};
    }
}

static uint32_t generator_point(geom_space *space, const fmpq_t x, const fmpq_t y)
{
    ASSERT(space->columns == space->dimension + 1);
    const fmpq coordinate[2] = {*x, *y}; // borrowed
    fmpz point[3] = {0, 0, 0};
    _fmpq_vec_get_fmpz_vec_fmpz(point, point + 2, coordinate, 2);
    uint32_t index = space_add_point(space, point);
    for (int i = 0; i < 3; i++)
        fmpz_clear(point + i);
    return index;
}

void polygon_from_box(geom_cell *cell, geom_space *space, const crease_domain *box)
{
    ASSERT(space->columns == space->dimension + 1);
    ASSERT(box->dimension > 0);
    const fmpq *lo = box->lo, *hi = box->hi;
    // From each generator the edge runs along the bottom, right, top, left side.
    const fmpq *generator[4][2] = {{lo, lo + 1}, {hi, lo + 1}, {hi, hi + 1}, {lo, hi + 1}};
    static const size_t inequality[4] = {2, 1, 3, 0};
    uint32_t side[4];
    for (int i = 0; i < 4; i++)
        side[i] = space_add_inequality(space, box, inequality[i]);
    *cell = (geom_cell){.count = 4};
    cell->generator = take_generators(space, 4);
    for (uint32_t i = 0; i < 4; i++)
        cell->generator[i] = (cell_generator){
            generator_point(space, generator[i][0], generator[i][1]), side[i], 1, i};
}

const corners_approx *polygon_corners(const geom_cell *cell, geom_space *space)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    corners_approx *corners = arena_take(&space->cells, sizeof *corners);
    double *x = arena_take(&space->cells, 2 * cell->count * sizeof *x), *y = x + cell->count;
    double radius = 0, sum = 0, reach[2] = {0, 0};
    for (size_t i = 0; i < cell->count; i++) {
        const point_approx *corner = space_point_approx(space, cell->generator[i].point);
        if (corner->w == 0)
            return NULL;
        x[i] = corner->x;
        y[i] = corner->y;
        double far[2] = {fabs(corner->x), fabs(corner->y)};
        reach[0] = far[0] > reach[0] ? far[0] : reach[0];
        reach[1] = far[1] > reach[1] ? far[1] : reach[1];
        radius = corner->radius > radius ? corner->radius : radius;
        sum += corner->radius;
    }
    // If the radius is not finite, the coordinates may be NaN.
    if (!(sum < INFINITY))
        radius = INFINITY;
    *corners = (corners_approx){cell->count, x, y, radius, {reach[0] + radius, reach[1] + radius}};
    return corners;
}

static void push(geom_cell *cell, const cell_generator *from, uint32_t line, int32_t side)
{
    cell->generator[cell->count++] =
        (cell_generator){.point = from->point, .plane = line, .side = side, .slot = from->slot};
}

// The generator where the cutting line f crosses the edge e that leaves generator `from`.
// Walking counterclockwise with the cell on the left, the meeting point is f x e
// if f rises from - to + along the edge, and e x f if it falls. (Check: e = y >= 0,
// walked in direction +x, f = x: f x e = (0, 0, 1), the origin. Any other
// pair is the image of this one under a linear map of positive determinant.)
static cell_generator crossing(geom_space *space, const geom_cell *cell, size_t from, uint32_t line,
                               int rises, uint32_t *slots)
{
    ASSERT(line < space->plane_rows.count);
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    const cell_generator *start = cell->generator + from;
    const cell_generator *end = cell->generator + (from + 1 == cell->count ? 0 : from + 1);
    // An edge between two directions is part of the line at infinity.
    bool infinite = space->point[start->point].infinite && space->point[end->point].infinite;
    uint32_t point =
        space_add_meet(space, line, start->plane, rises != (start->side > 0), infinite);
    return (cell_generator){.point = point, .slot = (*slots)++};
}

// The number of the point where the edge that leaves generator `from` is cut.
static void number_crossing(geom_space *space, const geom_cell *cell, size_t from, uint32_t point)
{
    const size_t next = from + 1 == cell->count ? 0 : from + 1;
    const uint32_t ends[2] = {cell->generator[from].point, cell->generator[next].point};
    space->label[point].number = point_number_on_edge(space, ends);
}

// If the cut starts and ends at infinity, its two ends are antipodal.
static void insert_foot(geom_cell *cell, const geom_space *space, size_t after, cell_generator foot)
{
    ASSERT(space->columns == space->dimension + 1);
    cell_generator start = cell->generator[after];
    const cell_generator *end = cell->generator + (after + 1 == cell->count ? 0 : after + 1);
    if (!space->point[start.point].infinite || !space->point[end->point].infinite)
        return;
    memmove(cell->generator + after + 2, cell->generator + after + 1,
            (cell->count - after - 1) * sizeof *cell->generator);
    foot.plane = start.plane;
    foot.side = start.side;
    cell->generator[after + 1] = foot;
    cell->count++;
}

// Whether the cut meets two edges and no generator. The edges leave generators edge[0] < edge[1].
static bool meets_edges(size_t edge[2], corner_signs signs, size_t n)
{
    const uint64_t above = signs.above, edges = above ^ (above >> 1 | (above & 1) << (n - 1));
    const uint64_t rest = edges & (edges - 1);
    if ((above | signs.below) != corners_all(n) || !rest || (rest & (rest - 1)))
        return false;
    edge[0] = (size_t)__builtin_ctzll(edges);
    edge[1] = (size_t)__builtin_ctzll(rest);
    return true;
}

// The length of a run is unpredictable, so runs are copied by fours, at least four generators. The
// destination needs room for four more. It may overlap the source behind the run, so four
// generators are read before any is written.
enum { TOGETHER = 4 };
typedef struct {
    cell_generator generator[TOGETHER];
} four_generators;
_Static_assert(sizeof(four_generators) <= ARENA_BEHIND, "they may be read behind the last one");

static inline cell_generator *copy_run(cell_generator *copy, const cell_generator *from,
                                       const cell_generator *end)
{
    cell_generator *const after = copy + (end - from);
    do {
        four_generators four;
        memcpy(&four, from, sizeof four);
        memcpy(copy, &four, sizeof four);
        copy += TOGETHER;
        from += TOGETHER;
    } while (from < end);
    return after;
}

// The case of most cuts: generators are copied in three runs, two of them to the outer part, with
// which the cell begins. At each crossing, one part continues on the line, the other on the edge.
static void split_between(geom_cell half[2], geom_space *space, const geom_cell *cell, int falls,
                          uint32_t line, const size_t edge[2], uint32_t *slots)
{
    ASSERT(line < space->plane_rows.count);
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    geom_cell *outer = half + falls, *inner = half + !falls;
    const cell_generator *from = cell->generator, *left = from + edge[0], *right = from + edge[1];
    const cell_generator first = crossing(space, cell, edge[0], line, !falls, slots);
    const cell_generator second = crossing(space, cell, edge[1], line, falls, slots);
    if (space->divides_edges) {
        number_crossing(space, cell, edge[0], first.point);
        number_crossing(space, cell, edge[1], second.point);
    }
    cell_generator *next = copy_run(outer->generator, from, left + 1);
    *next++ = (cell_generator){first.point, line, falls ? 1 : -1, first.slot};
    *next++ = (cell_generator){second.point, right->plane, right->side, second.slot};
    next = copy_run(next, right + 1, from + cell->count);
    outer->count = (size_t)(next - outer->generator);
    next = inner->generator;
    *next++ = (cell_generator){first.point, left->plane, left->side, first.slot};
    next = copy_run(next, left + 1, right + 1);
    *next++ = (cell_generator){second.point, line, falls ? -1 : 1, second.slot};
    inner->count = (size_t)(next - inner->generator);
    if (space->point[first.point].infinite && space->point[second.point].infinite) {
        cell_generator foot = {.point = space_add_foot(space, line), .slot = (*slots)++};
        insert_foot(outer, space, edge[0] + 1, foot);
        insert_foot(inner, space, inner->count - 1, foot);
    }
}

static void take_halves(geom_cell half[2], geom_space *space, const geom_cell *cell)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    const size_t room = 2 * cell->count + TOGETHER;
    cell_generator *generator = take_generators(space, 2 * room);
    half[0] = (geom_cell){.generator = generator};
    half[1] = (geom_cell){.generator = generator + room};
}

bool polygon_split_between(geom_cell half[2], geom_space *space, const geom_cell *cell,
                           corner_signs signs, uint32_t line, uint32_t *slots)
{
    ASSERT(line < space->plane_rows.count);
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    size_t edge[2];
    if (!meets_edges(edge, signs, cell->count))
        return false;
    take_halves(half, space, cell);
    split_between(half, space, cell, signs.above & 1, line, edge, slots);
    return true;
}

static corner_signs signs_of(const signed char *sign, size_t n)
{
    corner_signs signs = {0, 0};
    for (size_t i = 0; i < n; i++) {
        signs.below |= (uint64_t)(sign[i] < 0) << i;
        signs.above |= (uint64_t)(sign[i] > 0) << i;
    }
    return signs;
}

// Walks around the polygon once. Each half gets its generators, the two crossings, and the cut as a
// side; if the cut is a whole line, it gets a point of it too.
static void polygon_split(geom_cell half[2], geom_space *space, const geom_cell *cell,
                          const signed char *sign, uint32_t line, uint32_t *slots)
{
    ASSERT(line < space->plane_rows.count);
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    const size_t n = cell->count;
    if (n <= CORNER_BITS &&
        polygon_split_between(half, space, cell, signs_of(sign, n), line, slots))
        return;
    take_halves(half, space, cell);
    geom_cell *low = half, *high = half + 1;
    size_t low_cut = 0, high_cut = 0; // the generators from which the cut leaves
    int open = 0;                     // both ends of the cut at infinity

    for (size_t i = 0; i < n; i++) {
        const cell_generator *here = cell->generator + i;
        const int s = sign[i], t = sign[i + 1 == n ? 0 : i + 1];
        if (s == 0 && t > 0)
            low_cut = low->count;
        if (s == 0 && t < 0)
            high_cut = high->count;
        if (s == 0 && t != 0)
            open += space->point[here->point].infinite;
        if (s <= 0)
            push(low, here, s == 0 && t > 0 ? line : here->plane,
                 s == 0 && t > 0 ? -1 : here->side);
        if (s >= 0)
            push(high, here, s == 0 && t < 0 ? line : here->plane,
                 s == 0 && t < 0 ? 1 : here->side);
        if (s * t >= 0)
            continue;
        const cell_generator cross = crossing(space, cell, i, line, s < 0, slots);
        if (space->divides_edges)
            number_crossing(space, cell, i, cross.point);
        open += space->point[cross.point].infinite;
        if (s < 0) {
            low_cut = low->count;
            push(low, &cross, line, -1);
            push(high, &cross, here->plane, here->side);
        } else {
            high_cut = high->count;
            push(high, &cross, line, 1);
            push(low, &cross, here->plane, here->side);
        }
    }
    if (open == 2) {
        cell_generator foot = {.point = space_add_foot(space, line), .slot = (*slots)++};
        insert_foot(low, space, low_cut, foot);
        insert_foot(high, space, high_cut, foot);
    }
}

static double polygon_area(const geom_cell *cell, const geom_space *space)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    double twice = 0;
    for (size_t i = 0; i < cell->count; i++) {
        const cell_generator *next = cell->generator + (i + 1 == cell->count ? 0 : i + 1);
        const point_approx *a = space_point_approx(space, cell->generator[i].point);
        const point_approx *b = space_point_approx(space, next->point);
        twice += a->x * b->y - b->x * a->y;
    }
    return twice / 2;
}

// ---- facets ----

static half_space edge_at(const geom_cell *cell, size_t generator)
{
    ASSERT(cell_is_made(cell));
    ASSERT(generator < cell->count);
    return (half_space){cell->generator[generator].plane, cell->generator[generator].side};
}

// An edge for each generator where a new line begins.
static size_t polygon_facets(half_space **facet, const geom_cell *cell, geom_space *space)
{
    ASSERT(cell_is_made(cell));
    ASSERT(space->columns == space->dimension + 1);
    const size_t n = cell->count;
    const cell_generator *generator = cell->generator;
    size_t facets = 0;
    *facet = arena_take(&space->cells, n * sizeof **facet);
    for (size_t i = 0; i < n; i++) {
        const cell_generator *next = generator + (i + 1 == n ? 0 : i + 1);
        if (!polygon_is_flat(cell, i) &&
            !(space->point[generator[i].point].infinite && space->point[next->point].infinite))
            (*facet)[facets++] = edge_at(cell, i);
    }
    return facets;
}

static size_t polygon_facets_meeting(half_space *facet, const geom_cell *cell, size_t generator)
{
    ASSERT(cell_is_made(cell));
    ASSERT(generator < cell->count);
    facet[0] = edge_at(cell, (generator ? generator : cell->count) - 1);
    facet[1] = edge_at(cell, generator);
    return 2;
}

const cell_kind polygon_kind = {
    .whole = polygon_whole,
    .split = polygon_split,
    .clip = generators_clip,
    .copy = generators_copy,
    .is_bounded = generators_are_bounded,
    .box = generators_box,
    .size = polygon_area,
    .sides = generators_sides,
    .holds = generators_hold,
    .facets = polygon_facets,
    .facets_meeting = polygon_facets_meeting,
    .lies_beside = generators_lie_beside,
};
