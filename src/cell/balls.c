// Rows, vertices and determinants of a cell in balls.
#include "cell/balls.h"

#include "base/bits.h"
#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include "cell/kind.h"
#include "exact/versions.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIMENSIONS = 20 }; // factorials are doubles

static bool is_zero(ball x)
{
    return x.value.high == 0 && x.bound == 0;
}

// ---- Rows ----

// Powers of two beyond this exponent are not balls.
enum { FAR = 900 };

// The exponent of the largest entry but the last, 0 if it is not near 1 or not known well.
static bool find_scale(int *twos, const ball *row, size_t dimension)
{
    static const double ENOUGH = 0x1p-70;
    double size = 0, doubt = row[dimension].bound;
    for (size_t c = 0; c < dimension; c++) {
        size = fmax(size, fabs(row[c].value.high));
        doubt += row[c].bound;
    }
    if (!(size > 0 && size < INFINITY && doubt <= ENOUGH * size))
        return false;
    *twos = ilogb(size);
    return abs(*twos) < FAR;
}

// The row of a line of the walk, whose integers are then not needed. Returns 0 unless balls know it
// well. In more dimensions sums over vertices cancel more digits than such rows have.
static bool row_of_line(ball *row, geom_space *space, uint32_t plane)
{
    const plane_origin *origin = space->origin + plane;
    int twos;
    if (!cells_are_polygons(space) || row_is_known(&space->plane_rows, plane) ||
        origin->split == NO_SPLIT || !space->fetch_balls ||
        !space->fetch_balls(space->fetch_from, row, origin) ||
        !find_scale(&twos, row, space->dimension))
        return false;
    const double scale = ldexp(1, -twos);
    for (size_t c = 0; c <= space->dimension; c++) {
        const dd scaled = {scale * row[c].value.high, scale * row[c].value.low};
        row[c] = is_zero(row[c]) ? row[c] : ball_enlarged(scaled, scale * row[c].bound);
    }
    return true;
}

static void row_of_integers(ball *scaled, geom_space *space, uint32_t plane)
{
    const size_t d = space->dimension;
    const fmpz *row = space_plane_row(space, plane);
    slong twos = 0;
    for (size_t c = 0; c < d; c++) {
        const slong bits = (slong)fmpz_bits(row + c);
        twos = bits > twos ? bits : twos;
    }
    for (size_t c = 0; c <= d; c++)
        scaled[c] = ball_of_integer(row + c, twos);
}

// The only coordinate in a row, or d.
static size_t axis_of(const ball *row, size_t dimension)
{
    size_t entries = 0, axis = dimension;
    for (size_t c = 0; c < dimension; c++)
        if (!is_zero(row[c]) && entries++ == 0)
            axis = c;
    return entries == 1 ? axis : dimension;
}

// The row of a plane as balls, divided by a power of two, and behind it, in an entry of its own,
// its axis. Cells that have the same plane share it.
static const ball *plane_balls(geom_space *space, uint32_t plane)
{
    const size_t d = space->dimension;
    MEMORY_RESERVE(space->plane_ball, space->plane_balls, space->plane_rows.capacity * (d + 2));
    ball *scaled = space->plane_ball + plane * (d + 2);
    if (space->plane_rows.known[plane] & ROW_IS_IN_BALLS)
        return scaled;
    if (!row_of_line(scaled, space, plane))
        row_of_integers(scaled, space, plane);
    scaled[d + 1] = (ball){{(double)axis_of(scaled, d), 0}, 0};
    space->plane_rows.known[plane] |= ROW_IS_IN_BALLS;
    return scaled;
}

// Facet f, positive inside.
static void load_row(ball_cell *balls, size_t f, half_space facet)
{
    ASSERT(facet.side == 1 || facet.side == -1);
    const size_t d = balls->dimension;
    const ball *scaled = plane_balls(balls->space, facet.plane);
    ball *row = balls->row + f * (d + 1);
    for (size_t c = 0; c <= d; c++)
        row[c] = facet.side < 0 ? ball_negate(scaled[c]) : scaled[c];
    balls->axis[f] = (size_t)scaled[d + 1].value.high;
}

// Those that a vertex lies on. Vertices that other cells have solved need none.
void ball_cell_need_rows(ball_cell *balls)
{
    if (balls->row)
        return;
    const geom_cell *cell = balls->cell;
    balls->row = arena_take(&balls->space->cells,
                            balls->facets * (balls->dimension + 1) * sizeof *balls->row);
    if (cells_are_polygons(balls->space)) {
        for (size_t f = 0; f < balls->facets; f++)
            load_row(balls, f, (half_space){cell->generator[f].plane, cell->generator[f].side});
        return;
    }
    for (size_t w = 0; w < cell->words; w++) {
        uint64_t tight = 0;
        for (size_t g = 0; g < cell->count; g++)
            tight |= cell_facets_at(cell, g)[w];
        for (; tight; tight &= tight - 1) {
            const size_t f = w * BITS_WORD + bits_lowest(tight);
            load_row(balls, f, cell->facet[f]);
        }
    }
}

static uint64_t *facets_below(arena *stack, const geom_cell *cell)
{
    const size_t size = cell->words * sizeof(uint64_t);
    uint64_t *below = memset(arena_take(stack, size), 0, size);
    for (size_t f = 0; f < cell->facets; f++)
        if (cell->facet[f].side < 0)
            bits_add(below, f);
    return below;
}

ball_cell *ball_cell_new(geom_space *space, const geom_cell *cell)
{
    const size_t d = space->dimension;
    if (d < 2 || d > MOST_DIMENSIONS || space->judge->arith != CREASE_FILTERED ||
        cell->dictionary || cell->lines)
        return NULL;
    const size_t facets = cells_are_costly(space) ? cell->facets : cell->count;
    arena *stack = &space->cells;
    ball_cell *balls = arena_take(stack, sizeof *balls);
    *balls = (ball_cell){.space = space, .cell = cell, .dimension = d, .facets = facets};
    balls->axis = arena_take(stack, facets * sizeof *balls->axis);
    balls->tight = arena_take(stack, (facets + 1) * sizeof *balls->tight);
    if (cells_are_costly(space))
        balls->below = facets_below(stack, cell);
    return balls;
}

// ---- A vertex ----

// The equations of the facets at a vertex. Coordinates that one of them determines alone are taken
// out. The others are eliminated, the largest entry first: L U = the matrix, its rows and columns
// in the order of `row` and `column`.
typedef struct {
    size_t tight;     // facets
    size_t steps;     // unknowns that are left
    size_t rows;      // equations that are left
    size_t width;     // of a row: the unknowns and, if the vertex is looked for, the right side
    size_t *row;      // their facets
    size_t *column;   // the unknowns
    size_t *alone;    // of each coordinate: the facet that determines it, or SIZE_MAX
    ball *matrix;     // rows x width; below the diagonal L
    ball *inverse;    // of each pivot
    ball *x;          // dimension
    ball determinant; // of the rows that determine the vertex, up to its sign
} equations;

size_t ball_cell_list_tight(ball_cell *balls, size_t generator)
{
    const geom_cell *cell = balls->cell;
    size_t count = 0;
    if (cells_are_polygons(balls->space)) {
        balls->tight[count++] = (generator ? generator : cell->count) - 1;
        balls->tight[count++] = generator;
        return count;
    }
    BITS_EACH(f, cell_facets_at(cell, generator), cell->words)
        if (cell->facet[f].plane != SPACE_INFINITY)
            balls->tight[count++] = f;
    return count;
}

// The right side of an equation, with what is known of x.
IN_LINE ball right_side(const equations *e, const ball *row, size_t dimension)
{
    ball right = row[dimension];
    for (size_t c = 0; c < dimension; c++)
        if (e->alone[c] != SIZE_MAX && !is_zero(row[c]) && !is_zero(e->x[c]))
            right = ball_add(right, ball_multiply(row[c], e->x[c]));
    return ball_negate(right);
}

IN_LINE void take_equations(equations *e, ball_cell *balls, size_t generator, bool solves)
{
    ASSERT(e && balls);
    const size_t d = balls->dimension;
    arena *stack = &balls->space->cells;
    *e = (equations){.tight = ball_cell_list_tight(balls, generator), .determinant = ball_one};
    e->row = arena_take(stack, (e->tight + 2 * d) * sizeof *e->row);
    e->column = e->row + e->tight;
    e->alone = e->column + d;
    e->matrix = arena_take(stack, (e->tight * (d + 1) + 2 * d) * sizeof *e->matrix);
    e->x = e->matrix + e->tight * (d + 1);
    e->inverse = e->x + d;
    for (size_t c = 0; c < d; c++)
        e->alone[c] = SIZE_MAX;
    for (size_t k = 0; k < e->tight; k++) {
        const size_t f = balls->tight[k], axis = balls->axis[f];
        const ball *row = balls->row + f * (d + 1);
        if (axis == d) {
            e->row[e->rows++] = f;
        } else if (e->alone[axis] == SIZE_MAX) {
            e->alone[axis] = f;
            e->determinant = ball_multiply(e->determinant, row[axis]);
            if (solves)
                e->x[axis] =
                    is_zero(row[d]) ? ball_zero : ball_divide(ball_negate(row[d]), row[axis]);
        }
    }
    for (size_t c = 0; c < d; c++)
        if (e->alone[c] == SIZE_MAX)
            e->column[e->steps++] = c;
    e->width = e->steps + solves;
    for (size_t i = 0; i < e->rows; i++) {
        const ball *row = balls->row + e->row[i] * (d + 1);
        ball *equation = e->matrix + i * e->width;
        for (size_t k = 0; k < e->steps; k++)
            equation[k] = row[e->column[k]];
        if (solves)
            equation[e->steps] = right_side(e, row, d);
    }
}

IN_LINE void swap_balls(ball *a, ball *b)
{
    ASSERT(a && b);
    const ball old = *a;
    *a = *b;
    *b = old;
}

IN_LINE void swap_numbers(size_t *a, size_t *b)
{
    ASSERT(a && b);
    const size_t old = *a;
    *a = *b;
    *b = old;
}

IN_LINE void bring_pivot(equations *e, size_t k)
{
    const size_t width = e->width;
    size_t row = k, column = k;
    double best = -1;
    for (size_t i = k; i < e->rows; i++)
        for (size_t j = k; j < e->steps; j++)
            if (fabs(e->matrix[i * width + j].value.high) > best) {
                best = fabs(e->matrix[i * width + j].value.high);
                row = i;
                column = j;
            }
    swap_numbers(e->row + k, e->row + row);
    swap_numbers(e->column + k, e->column + column);
    for (size_t j = 0; j < width && row != k; j++)
        swap_balls(e->matrix + k * width + j, e->matrix + row * width + j);
    for (size_t i = 0; i < e->rows && column != k; i++)
        swap_balls(e->matrix + i * width + k, e->matrix + i * width + column);
}

// Returns 0 if no pivot is known not to be 0. The determinant is that of the pivots' rows.
IN_LINE int eliminate(equations *e)
{
    const size_t width = e->width;
    if (e->rows < e->steps)
        return 0;
    for (size_t k = 0; k < e->steps; k++) {
        bring_pivot(e, k);
        const ball *pivot = e->matrix + k * width;
        if (!(fabs(pivot[k].value.high) > 2 * pivot[k].bound))
            return 0;
        e->inverse[k] = ball_divide(ball_one, pivot[k]);
        e->determinant = ball_multiply(e->determinant, pivot[k]);
        for (size_t i = k + 1; i < e->rows; i++) {
            ball *row = e->matrix + i * width;
            if (is_zero(row[k]))
                continue;
            row[k] = ball_multiply(row[k], e->inverse[k]);
            for (size_t j = k + 1; j < width; j++)
                row[j] = ball_subtract(row[j], ball_multiply(row[k], pivot[j]));
        }
    }
    return 1;
}

IN_LINE void substitute(equations *e)
{
    const size_t width = e->width;
    for (size_t k = e->steps; k-- > 0;) {
        const ball *row = e->matrix + k * width;
        ball sum = row[e->steps];
        for (size_t j = k + 1; j < e->steps; j++)
            sum = ball_subtract(sum, ball_multiply(row[j], e->x[e->column[j]]));
        e->x[e->column[k]] = ball_multiply(sum, e->inverse[k]);
    }
}

// After elimination. Returns 0 if there is no solution that is finite.
IN_LINE int solve(equations *e, size_t dimension)
{
    substitute(e);
    double sum = 0;
    for (size_t c = 0; c < dimension; c++)
        sum += fabs(e->x[c].value.high) + e->x[c].bound;
    return sum < INFINITY;
}

// Entry `axis` of the direction, at most 1.
IN_LINE ball direction_entry(size_t axis)
{
    enum { BITS = 20 };
    // No small integers relate entries.
    const uint64_t word = bits_scramble((axis + 1) * UINT64_C(0x9e3779b97f4a7c15));
    return (ball){{(double)(word >> (64 - BITS)) * 0x1p-20 + 0x1p-20, 0}, 0};
}

void ball_direction(ball *direction, size_t dimension)
{
    for (size_t c = 0; c < dimension; c++)
        direction[c] = direction_entry(c);
    direction[dimension] = ball_zero;
}

VERSIONS
void ball_vertex_keep(geom_space *space, shared_vertex *vertex, const ball *x, int known)
{
    ASSERT(space && vertex);
    vertex->is_known = (signed char)(x ? known : -1);
    if (!x)
        return;
    const size_t d = space->dimension, size = (d + 1) * sizeof *vertex->coordinate;
    if (!vertex->coordinate) {
        vertex->coordinate = arena_take(&space->shared.memory, size);
        space->shared.bytes += size;
    }
    ball height = ball_zero;
    for (size_t c = 0; c < d; c++) {
        vertex->coordinate[c] = x[c];
        height = ball_add(height, ball_multiply(direction_entry(c), x[c]));
    }
    vertex->coordinate[d] = height;
}

// ---- A vertex between two others ----

// The value of a form at a vertex.
IN_LINE ball value_at(const ball *form, const ball *x, size_t dimension)
{
    ball sum = form[dimension];
    for (size_t c = 0; c < dimension; c++)
        sum = ball_add(sum, ball_multiply(form[c], x[c]));
    return sum;
}

// Whether balls still decide nearly all roundings to doubles.
IN_LINE bool are_narrow_enough(const ball *x, size_t dimension)
{
    static const double ENOUGH = 0x1p-70;
    bool narrow = true;
    for (size_t c = 0; c < dimension; c++)
        narrow &= x[c].bound <= ENOUGH * fabs(x[c].value.high);
    return narrow;
}

// x = p + (q - p) a / (a - b), where the form of the plane that divides the edge is a and b.
IN_LINE bool divide_edge(ball *x, const ball *form, const ball *p, const ball *q, size_t dimension)
{
    const ball first = value_at(form, p, dimension), second = value_at(form, q, dimension),
               share = ball_divide(first, ball_subtract(first, second));
    for (size_t c = 0; c < dimension; c++)
        x[c] = memcmp(p + c, q + c, sizeof *p) == 0
                   ? p[c]
                   : ball_add(p[c], ball_multiply(share, ball_subtract(q[c], p[c])));
    return are_narrow_enough(x, dimension);
}

static const ball *vertex_on_path(geom_space *space, uint32_t point);

// Finds a vertex from the ends of the edge that it divides: some 4 d products where equations take
// d^3 / 3. Returns 0 if the ends are not known or the ball is wide.
VERSIONS
static bool find_between(shared_vertex *vertex, geom_space *space, uint32_t point)
{
    const size_t d = space->dimension;
    const uint32_t *ends = space->label[point].ends;
    ball x[MOST_DIMENSIONS];
    vertex->was_divided = true;
    if (ends[0] == ends[1])
        return false;
    const ball *p = vertex_on_path(space, ends[0]), *q = p ? vertex_on_path(space, ends[1]) : NULL;
    if (!q || !divide_edge(x, plane_balls(space, *space->point[point].through), p, q, d))
        return false;
    ball_vertex_keep(space, vertex, x, BALLS_WIDE);
    return true;
}

// A vertex of a cell on the path, or NULL. Where edges begin integers are known.
static const ball *vertex_on_path(geom_space *space, uint32_t point)
{
    const size_t d = space->dimension;
    shared_vertex *vertex = shared_vertices_at(&space->shared, space->label[point].number);
    if (!vertex->is_known && !vertex->was_divided && !space->point[point].infinite &&
        !find_between(vertex, space, point) && row_is_known(&space->point_rows, point)) {
        const fmpz *row = rows_at(&space->point_rows, point);
        ball x[MOST_DIMENSIONS];
        for (size_t c = 0; c < d; c++)
            x[c] = ball_of_quotient(row + c, row + d);
        ball_vertex_keep(space, vertex, x, BALLS_SHARP);
    }
    return vertex->is_known > 0 ? vertex->coordinate : NULL;
}

VERSIONS
static void find_by_equations(ball_cell *balls, size_t generator)
{
    equations e;
    ball_cell_need_rows(balls);
    const arena_mark mark = arena_here(&balls->space->cells);
    take_equations(&e, balls, generator, true);
    const bool is_solved = eliminate(&e) && solve(&e, balls->dimension);
    ball_vertex_keep(balls->space, balls->vertex[generator], is_solved ? e.x : NULL, BALLS_SHARP);
    arena_release(&balls->space->cells, mark);
}

const ball *ball_cell_vertex(ball_cell *balls, size_t generator)
{
    const shared_vertex *vertex = balls->vertex[generator];
    if (!vertex)
        return NULL;
    if (!ball_vertex_is_sharp(vertex))
        find_by_equations(balls, generator);
    return vertex->is_known > 0 ? vertex->coordinate : NULL;
}

const ball *ball_cell_wide_vertex(ball_cell *balls, size_t generator)
{
    geom_space *space = balls->space;
    shared_vertex *vertex = balls->vertex[generator];
    if (vertex && !vertex->is_known && space->is_numbered && !vertex->was_divided)
        find_between(vertex, space, balls->cell->generator[generator].point);
    return vertex && vertex->is_known == BALLS_WIDE ? vertex->coordinate
                                                    : ball_cell_vertex(balls, generator);
}

// g = the products of a row with the columns of A^-1, A the rows of the facets in a simple vertex:
// those of the equations in their order, then those that determine coordinates alone.
IN_LINE void multiply_inverse(ball *g, const equations *e, const ball_cell *balls, const ball *row)
{
    const size_t d = balls->dimension, width = e->width;
    for (size_t k = 0; k < e->steps; k++) {
        ball sum = row[e->column[k]];
        for (size_t j = 0; j < k; j++)
            sum = ball_subtract(sum, ball_multiply(e->matrix[j * width + k], g[j]));
        g[k] = ball_multiply(sum, e->inverse[k]);
    }
    for (size_t k = e->steps; k-- > 0;)
        for (size_t i = k + 1; i < e->steps; i++)
            g[k] = ball_subtract(g[k], ball_multiply(e->matrix[i * width + k], g[i]));
    size_t next = e->steps;
    for (size_t c = 0; c < d; c++) {
        if (e->alone[c] == SIZE_MAX)
            continue;
        ball sum = row[c];
        for (size_t k = 0; k < e->steps; k++) {
            const ball entry = balls->row[e->row[k] * (d + 1) + c];
            if (!is_zero(entry))
                sum = ball_subtract(sum, ball_multiply(entry, g[k]));
        }
        g[next++] = ball_divide(sum, balls->row[e->alone[c] * (d + 1) + c]);
    }
}

// After elimination, on d facets: the absolute determinant, and the products of rows with the
// inverse.
IN_LINE void invert(ball *determinant, ball *slope, const equations *e, const ball_cell *balls,
                    const ball *row, size_t row_count)
{
    const size_t d = balls->dimension;
    ASSERT(e->tight == d);
    *determinant = e->determinant.value.high < 0 ? ball_negate(e->determinant) : e->determinant;
    for (size_t r = 0; r < row_count; r++)
        multiply_inverse(slope + r * d, e, balls, row + r * (d + 1));
}

VERSIONS
bool ball_cell_inverse(ball *determinant, ball *slope, ball_cell *balls, size_t generator,
                       const ball *row, size_t row_count)
{
    equations e;
    ball_cell_need_rows(balls);
    const arena_mark mark = arena_here(&balls->space->cells);
    take_equations(&e, balls, generator, false);
    const bool is_known = e.tight == balls->dimension && eliminate(&e);
    if (is_known)
        invert(determinant, slope, &e, balls, row, row_count);
    arena_release(&balls->space->cells, mark);
    return is_known;
}
