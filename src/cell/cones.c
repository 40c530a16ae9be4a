// The weights of vertices in sums over them.
//
// The equations of several vertices of a cell are eliminated side by side: each entry of their
// matrices is a column. The order in which unknowns are eliminated is that of an elimination in
// doubles, one for each vertex.
#include "cell/cones.h"

#include "base/bits.h"
#include "base/fatal.h"
#include "base/limits.h"
#include "cell/columns.h"
#include "cell/kind.h"
#include <math.h>
#include <string.h>

// The cones to compute.
typedef struct {
    ball_cell *balls;
    size_t dimension, width; // width: of a row, with the right side
    size_t count, apart;     // cones, and the length of a column
    size_t *generator;       // of each
    shared_cone **cone;
    size_t *order;   // of each, `dimension` unknowns as they are eliminated
    double *matrix;  // dimension x width columns
    bool *is_zero;   // which of these are 0
    double *inverse; // dimension columns: of the pivots
    double *slope;   // likewise: c times the columns of the inverse
    double *x;       // likewise: the unknowns, in their order
    double *weight;  // a column
} batch;

static double *entry_of(const batch *b, size_t i, size_t j)
{
    return b->matrix + (i * b->width + j) * 3 * b->apart;
}

static double *column_of(double *columns, const batch *b, size_t k)
{
    return columns + k * 3 * b->apart;
}

// ---- Loading ----

// Chooses the unknown with the largest entry in each row, by doubles.
static void choose_order(size_t *order, double *work, const batch *b)
{
    const size_t d = b->dimension;
    for (size_t k = 0; k < d; k++)
        order[k] = k;
    for (size_t k = 0; k < d; k++) {
        const double *row = work + k * d;
        size_t best = k;
        for (size_t j = k + 1; j < d; j++)
            best = fabs(row[order[j]]) > fabs(row[order[best]]) ? j : best;
        const size_t chosen = order[best];
        order[best] = order[k];
        order[k] = chosen;
        for (size_t i = k + 1; i < d; i++) {
            double *other = work + i * d;
            if (other[chosen] == 0)
                continue;
            const double factor = other[chosen] / row[chosen];
            for (size_t j = k + 1; j < d; j++)
                other[order[j]] -= factor * row[order[j]];
        }
    }
}

// The equations of cone number `lane`; scratch: dimension^2 doubles.
static void load(batch *b, size_t lane, double *scratch)
{
    const size_t d = b->dimension, *tight = b->balls->tight;
    size_t *order = b->order + lane * d;
    ball_cell_list_tight(b->balls, b->generator[lane]);
    for (size_t i = 0; i < d; i++)
        for (size_t c = 0; c < d; c++)
            scratch[i * d + c] = b->balls->row[tight[i] * (d + 1) + c].value.high;
    choose_order(order, scratch, b);
    for (size_t i = 0; i < d; i++) {
        const ball *row = b->balls->row + tight[i] * (d + 1);
        for (size_t j = 0; j < d; j++) {
            const ball entry = row[order[j]];
            put(entry_of(b, i, j), b->apart, lane, entry);
            b->is_zero[i * d + j] &= fabs(entry.value.high) + entry.bound == 0;
        }
        put(entry_of(b, i, d), b->apart, lane, ball_negate(row[d]));
    }
}

// ---- Elimination ----

// a -= b c
IN_LINE void subtract_product(double *a, const double *x, const double *y, size_t apart)
{
    INDEPENDENT
    for (size_t i = 0; i < apart; i++)
        put(a, apart, i,
            ball_subtract(get(a, apart, i), ball_multiply(get(x, apart, i), get(y, apart, i))));
}

IN_LINE void invert(double *inverse, const double *pivot, size_t apart)
{
    for (size_t i = 0; i < apart; i++)
        put(inverse, apart, i, ball_divide(ball_one, get(pivot, apart, i)));
}

// L U = the matrices; L stands below the diagonal, and the right side is L^-1 times it.
IN_LINE void eliminate(batch *b)
{
    const size_t d = b->dimension, apart = b->apart;
    for (size_t k = 0; k < d; k++) {
        double *inverse = column_of(b->inverse, b, k);
        invert(inverse, entry_of(b, k, k), apart);
        for (size_t i = k + 1; i < d; i++) {
            double *factor = entry_of(b, i, k);
            if (b->is_zero[i * d + k])
                continue;
            multiply(factor, factor, inverse, apart);
            for (size_t j = k + 1; j <= d; j++) {
                if (j < d && b->is_zero[k * d + j])
                    continue;
                subtract_product(entry_of(b, i, j), factor, entry_of(b, k, j), apart);
                if (j < d)
                    b->is_zero[i * d + j] = false;
            }
        }
    }
}

// The slopes g = c A^-1, from g A = c.
IN_LINE void find_slopes(batch *b, const ball *direction)
{
    const size_t d = b->dimension, apart = b->apart;
    for (size_t k = 0; k < d; k++) {
        double *slope = column_of(b->slope, b, k);
        for (size_t i = 0; i < apart; i++)
            put(slope, apart, i, direction[b->order[i * d + k]]);
        for (size_t j = 0; j < k; j++)
            if (!b->is_zero[j * d + k])
                subtract_product(slope, entry_of(b, j, k), column_of(b->slope, b, j), apart);
        multiply(slope, slope, column_of(b->inverse, b, k), apart);
    }
    for (size_t k = d; k-- > 0;)
        for (size_t i = k + 1; i < d; i++)
            if (!b->is_zero[i * d + k])
                subtract_product(column_of(b->slope, b, k), entry_of(b, i, k),
                                 column_of(b->slope, b, i), apart);
}

IN_LINE void solve(batch *b)
{
    const size_t d = b->dimension, apart = b->apart;
    for (size_t k = d; k-- > 0;) {
        double *x = column_of(b->x, b, k);
        memcpy(x, entry_of(b, k, d), 3 * apart * sizeof *x);
        for (size_t j = k + 1; j < d; j++)
            if (!b->is_zero[k * d + j])
                subtract_product(x, entry_of(b, k, j), column_of(b->x, b, j), apart);
        multiply(x, x, column_of(b->inverse, b, k), apart);
    }
}

// 1 / (determinant times the product of all -c u), u the edges of the cell; up to its sign, which
// is that of the determinant of the equations in their order.
IN_LINE void weigh(batch *b)
{
    const size_t d = b->dimension, apart = b->apart;
    double *slopes = column_of(b->slope, b, d); // their product
    fill(slopes, apart, ball_one);
    fill(b->weight, apart, ball_one);
    for (size_t k = 0; k < d; k++) {
        multiply(slopes, slopes, column_of(b->slope, b, k), apart);
        multiply(b->weight, b->weight, column_of(b->inverse, b, k), apart);
    }
    for (size_t i = 0; i < b->count; i++) {
        const ball product = get(slopes, apart, i), inverse = get(b->weight, apart, i);
        const ball weight = ball_divide(inverse, product);
        const bool turns = (inverse.value.high < 0) != (d % 2);
        put(b->weight, apart, i, turns ? ball_negate(weight) : weight);
    }
}

VERSIONS
static void compute(batch *b, const ball *direction)
{
    eliminate(b);
    find_slopes(b, direction);
    solve(b);
    weigh(b);
}

// ---- Results ----

// Whether no pivot of a cone may be 0.
static bool has_pivots(const batch *b, size_t lane)
{
    bool has = true;
    for (size_t k = 0; k < b->dimension; k++) {
        const ball pivot = get(entry_of(b, k, k), b->apart, lane);
        has &= fabs(pivot.value.high) > 2 * pivot.bound;
    }
    return has;
}

// The vertex, if it is finite and not known well yet.
static void keep_vertex(const batch *b, size_t lane)
{
    const size_t d = b->dimension;
    geom_space *space = b->balls->space;
    shared_vertex *vertex = b->balls->vertex[b->generator[lane]];
    if (ball_vertex_is_sharp(vertex))
        return;
    const arena_mark mark = arena_here(&space->cells);
    ball *x = arena_take(&space->cells, d * sizeof *x);
    double sum = 0;
    for (size_t k = 0; k < d; k++) {
        const ball own = get(column_of(b->x, b, k), b->apart, lane);
        x[b->order[lane * d + k]] = own;
        sum += fabs(own.value.high) + own.bound;
    }
    if (sum < INFINITY)
        ball_vertex_keep(space, vertex, x, BALLS_SHARP);
    arena_release(&space->cells, mark);
}

// One alone, with the largest pivots that there are.
static void compute_alone(shared_cone *cone, ball_cell *balls, size_t generator,
                          const ball *direction)
{
    const size_t d = balls->dimension;
    arena *stack = &balls->space->cells;
    const arena_mark mark = arena_here(stack);
    ball *slope = arena_take(stack, d * sizeof *slope), product;
    const bool serves = ball_cell_inverse(&product, slope, balls, generator, direction, 1);
    for (size_t i = 0; i < d && serves; i++)
        product = ball_multiply(product, ball_negate(slope[i]));
    cone->is_known = serves ? 1 : -1;
    cone->weight = serves ? ball_divide(ball_one, product) : ball_zero;
    arena_release(stack, mark);
}

// ---- Sharing ----

// A number of a plane, which is 0 in the bits of LAYER if it bounds the domain. Returns 0 if it is
// no plane of a unit or inequality of the domain.
enum { LAYER = 48, BREAKPOINT = 32, LARGE = 1 << 16 };
static bool name_plane(uint64_t *name, const plane_origin *origin)
{
    *name = origin->unit;
    if (origin->split == NO_SPLIT)
        return origin->unit != NO_INEQUALITY;
    const uint64_t layer = (uint64_t)origin->layer + 1;
    *name |= layer << LAYER | (uint64_t)origin->breakpoint << BREAKPOINT;
    return layer < LARGE && origin->breakpoint < LARGE;
}

// The planes of a generator on d facets, and the cell on which they have these forms, which is 0
// before. Returns 0 if they have no names.
static bool name_planes(uint64_t *name, uint64_t *entry, const ball_cell *balls, size_t generator)
{
    const geom_space *space = balls->space;
    const geom_cell *cell = balls->cell;
    const uint64_t *on = cell_facets_at(cell, generator);
    uint64_t last = 0;
    bool is_named = true;
    BITS_EACH(facet, on, cell->words) {
        is_named &= name_plane(name, space->origin + cell->facet[facet].plane);
        last = *name > last ? *name : last;
        name++;
    }
    if (last >> LAYER && space->entry)
        *entry = space->entry(space->fetch_from, (uint32_t)(last >> LAYER) - 1);
    return is_named && (!(last >> LAYER) || space->entry);
}

// A walk does not come back to a cell that it has left, so the cone of the last one is enough.
// plane: scratch.
static shared_cone *find_cone(ball_cell *balls, size_t generator, uint64_t *plane)
{
    geom_space *space = balls->space;
    shared_vertex *vertex = balls->vertex[generator];
    const size_t size = balls->dimension * sizeof *plane;
    uint64_t entry = 0;
    const bool is_named = name_planes(plane, &entry, balls, generator);
    shared_cone *cone = is_named ? vertex->cones : NULL;
    while (cone && memcmp(cone->plane, plane, size) != 0)
        cone = cone->next;
    if (!cone) {
        cone = arena_take(&space->shared.memory, sizeof *cone + size);
        space->shared.bytes += sizeof *cone + size;
        *cone = (shared_cone){.entry = entry};
        memcpy(cone->plane, plane, size);
        if (is_named) {
            cone->next = vertex->cones;
            vertex->cones = cone;
        }
    }
    if (cone->entry != entry) {
        cone->entry = entry;
        cone->is_known = 0;
    }
    return cone;
}

// ---- A cell ----

// A form that changes its sign turns an edge around.
static bool is_turned(const ball_cell *balls, size_t generator)
{
    return bits_count_common(cell_facets_at(balls->cell, generator), balls->below,
                             balls->cell->words) %
               2 !=
           0;
}

// Computes the cones of a batch.
static void compute_batch(batch *b)
{
    const size_t d = b->dimension, column = 3 * b->apart;
    arena *stack = &b->balls->space->cells;
    ball_cell_need_rows(b->balls);
    double *next = arena_take(stack, (d * b->width + 3 * d + 2) * column * sizeof *next);
    b->matrix = next;
    b->inverse = next += d * b->width * column;
    b->x = next += d * column;
    b->slope = next += d * column; // and one more
    b->weight = next + (d + 1) * column;
    b->is_zero = arena_take(stack, d * d * sizeof *b->is_zero);
    memset(b->is_zero, true, d * d * sizeof *b->is_zero);
    b->order = arena_take(stack, b->apart * d * sizeof *b->order);
    double *scratch = arena_take(stack, d * d * sizeof *scratch);
    ball *direction = arena_take(stack, (d + 1) * sizeof *direction);
    ball_direction(direction, d);
    for (size_t i = b->count; i < b->apart; i++)
        b->generator[i] = b->generator[0];
    for (size_t i = 0; i < b->apart; i++)
        load(b, i, scratch);
    compute(b, direction);
    for (size_t i = 0; i < b->count; i++) {
        shared_cone *cone = b->cone[i];
        if (!has_pivots(b, i)) {
            compute_alone(cone, b->balls, b->generator[i], direction);
            continue;
        }
        cone->is_known = 1;
        cone->weight = get(b->weight, b->apart, i);
        if (is_turned(b->balls, b->generator[i]))
            cone->weight = ball_negate(cone->weight);
        keep_vertex(b, i);
    }
}

bool ball_cell_cones(ball *weight, ball_cell *balls)
{
    ASSERT(balls->cell->is_simple && balls->vertex);
    const size_t d = balls->dimension, count = balls->cell->count;
    arena *stack = &balls->space->cells;
    const arena_mark mark = arena_here(stack);
    shared_cone **cone = arena_take(stack, 2 * count * sizeof *cone);
    uint64_t *plane = arena_take(stack, d * sizeof *plane);
    batch b = {.balls = balls,
               .dimension = d,
               .width = d + 1,
               .generator = arena_take(stack, (count + QUAD) * sizeof *b.generator),
               .cone = cone + count};
    for (size_t g = 0; g < count; g++) {
        cone[g] = find_cone(balls, g, plane);
        if (!cone[g]->is_known) {
            b.generator[b.count] = g;
            b.cone[b.count++] = cone[g];
        }
    }
    b.apart = (b.count + QUAD - 1) / QUAD * QUAD;
    bool serves = !run_poll(b.count * d * d * d);
    if (b.count && serves)
        compute_batch(&b);
    for (size_t g = 0; g < count && serves; g++) {
        serves = cone[g]->is_known > 0;
        weight[g] = is_turned(balls, g) ? ball_negate(cone[g]->weight) : cone[g]->weight;
    }
    arena_release(stack, mark);
    return serves;
}
