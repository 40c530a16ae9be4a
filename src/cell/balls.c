// Vertices and the volume of a cell in balls.
#include "cell/balls.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "cell/kind.h"
#include "exact/versions.h"
#include <gmp.h>
#include <math.h>
#include <string.h>

static const ball ball_zero, ball_one = {{1, 0}, 0}, ball_unknown = {{0, 0}, INFINITY};

static int is_zero(ball x)
{
    return x.value.high == 0 && x.bound == 0;
}

// ---- Rows ----

// x 2^-twos, but for 2^-104 of it.
static ball scaled_integer(const fmpz_t x, slong twos)
{
    enum { LIMB = 64, WORD = 128, HALF = 53, FAR = 900 };
    if (fmpz_is_zero(x))
        return ball_zero;
    if (!COEFF_IS_MPZ(*x) && labs(twos) < FAR && *x >> HALF == (*x < 0 ? -1 : 0))
        return (ball){{ldexp((double)*x, (int)-twos), 0}, 0};
    mpz_t small;
    mpz_srcptr z = COEFF_IS_MPZ(*x) ? COEFF_TO_PTR(*x) : small;
    if (!COEFF_IS_MPZ(*x))
        mpz_init_set_si(small, *x);
    const size_t limbs = mpz_size(z);
    unsigned __int128 top = (unsigned __int128)mpz_getlimbn(z, (mp_size_t)limbs - 1) << LIMB;
    if (limbs > 1)
        top |= mpz_getlimbn(z, (mp_size_t)limbs - 2);
    const int shift = __builtin_clzll((unsigned long long)(top >> LIMB));
    if (shift) {
        top <<= shift;
        if (limbs > 2)
            top |= mpz_getlimbn(z, (mp_size_t)limbs - 3) >> (LIMB - shift);
    }
    const int sign = mpz_sgn(z);
    if (!COEFF_IS_MPZ(*x))
        mpz_clear(small);
    const slong exponent = (slong)(limbs * LIMB) - WORD - shift - twos;
    if (labs(exponent) > FAR)
        return ball_unknown;
    const uint64_t mask = ((uint64_t)1 << HALF) - 1;
    const double high = (double)(uint64_t)(top >> (WORD - HALF));
    const double low = (double)((uint64_t)(top >> (WORD - 2 * HALF)) & mask);
    const dd value = {ldexp(sign * high, (int)exponent + WORD - HALF),
                      ldexp(sign * low, (int)exponent + WORD - 2 * HALF)};
    return ball_enlarged(dd_normalise(value), 2 * BALL_UNIT * fabs(value.high));
}

static void load_row(ball_cell *of, size_t f, half_space facet)
{
    ASSERT(facet.side == 1 || facet.side == -1);
    const size_t d = of->dimension;
    const fmpz *row = space_plane_row(of->space, facet.plane);
    ball *to = of->row + f * (d + 1);
    slong twos = 0;
    size_t entries = 0;
    for (size_t c = 0; c < d; c++) {
        const slong bits = (slong)fmpz_bits(row + c);
        twos = bits > twos ? bits : twos;
        if (bits) {
            of->axis[f] = c;
            entries++;
        }
    }
    if (entries != 1)
        of->axis[f] = d;
    for (size_t c = 0; c <= d; c++) {
        to[c] = scaled_integer(row + c, twos);
        if (facet.side < 0)
            to[c].value = (dd){-to[c].value.high, -to[c].value.low};
    }
}

ball_cell *ball_cell_new(geom_space *space, const geom_cell *cell)
{
    enum { MOST = 20 }; // factorials are doubles
    const size_t d = space->dimension;
    if (d < 2 || d > MOST || space->judge->arith != CREASE_FILTERED || cell->dictionary ||
        cell->lines)
        return NULL;
    const size_t facets = cells_are_costly(space) ? cell->facets : cell->count;
    arena *stack = &space->cells;
    ball_cell *of = arena_take(stack, sizeof *of);
    *of = (ball_cell){.space = space, .cell = cell, .dimension = d, .facets = facets};
    of->row = arena_take(stack, facets * (d + 1) * sizeof *of->row);
    of->axis = arena_take(stack, facets * sizeof *of->axis);
    of->tight = arena_take(stack, (facets + 1) * sizeof *of->tight);
    of->at = arena_take(stack, cell->count * d * sizeof *of->at);
    of->is_known = arena_take(stack, cell->count);
    memset(of->is_known, 0, cell->count);
    for (size_t f = 0; f < facets; f++)
        load_row(of, f,
                 cells_are_costly(space)
                     ? cell->facet[f]
                     : (half_space){cell->generator[f].plane, cell->generator[f].side});
    return of;
}

// ---- A vertex ----

// The equations of the facets at a vertex. Coordinates that one of them determines alone are taken
// out. The others are eliminated, the largest entry first: L U = the matrix, its rows and columns
// in the order of `row` and `column`.
typedef struct {
    size_t tight;    // facets
    size_t steps;    // unknowns that are left
    size_t rows;     // equations that are left
    size_t *row;     // their facets
    size_t *column;  // the unknowns
    size_t *alone;   // of each coordinate: the facet that determines it, or SIZE_MAX
    ball *matrix;    // rows x (steps + 1); below the diagonal L
    ball *inverse;   // of each pivot
    ball *x, *slope; // dimension; of each of `row`
} equations;

// Lists the facets at a generator.
IN_LINE size_t list_tight(ball_cell *of, size_t generator)
{
    const geom_cell *cell = of->cell;
    size_t count = 0;
    if (cells_are_polygons(of->space)) {
        of->tight[count++] = (generator ? generator : cell->count) - 1;
        of->tight[count++] = generator;
        return count;
    }
    const uint64_t *on = cell_facets_at(cell, generator);
    for (size_t w = 0; w < cell->words; w++)
        for (uint64_t rest = on[w]; rest; rest &= rest - 1) {
            const size_t f = w * BITS_WORD + bits_lowest(rest);
            if (cell->facet[f].plane != SPACE_INFINITY)
                of->tight[count++] = f;
        }
    return count;
}

IN_LINE void take_equations(equations *e, ball_cell *of, size_t generator)
{
    ASSERT(e && of);
    const size_t d = of->dimension;
    arena *stack = &of->space->cells;
    *e = (equations){.tight = list_tight(of, generator)};
    e->row = arena_take(stack, (e->tight + 2 * d) * sizeof *e->row);
    e->column = e->row + e->tight;
    e->alone = e->column + d;
    e->matrix = arena_take(stack, (e->tight * (d + 1) + 3 * d) * sizeof *e->matrix);
    e->x = e->matrix + e->tight * (d + 1);
    e->slope = e->x + d;
    e->inverse = e->slope + d;
    for (size_t c = 0; c < d; c++)
        e->alone[c] = SIZE_MAX;
    for (size_t k = 0; k < e->tight; k++) {
        const size_t f = of->tight[k], axis = of->axis[f];
        const ball *row = of->row + f * (d + 1);
        if (axis == d) {
            e->row[e->rows++] = f;
        } else if (e->alone[axis] == SIZE_MAX) {
            e->alone[axis] = f;
            e->x[axis] = is_zero(row[d]) ? ball_zero
                                         : ball_divide(ball_subtract(ball_zero, row[d]), row[axis]);
        }
    }
    for (size_t c = 0; c < d; c++)
        if (e->alone[c] == SIZE_MAX)
            e->column[e->steps++] = c;
    for (size_t i = 0; i < e->rows; i++) {
        const ball *row = of->row + e->row[i] * (d + 1);
        ball *to = e->matrix + i * (e->steps + 1), right = row[d];
        for (size_t c = 0; c < d; c++)
            if (e->alone[c] != SIZE_MAX && !is_zero(row[c]) && !is_zero(e->x[c]))
                right = ball_add(right, ball_multiply(row[c], e->x[c]));
        for (size_t k = 0; k < e->steps; k++)
            to[k] = row[e->column[k]];
        to[e->steps] = ball_subtract(ball_zero, right);
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
    const size_t width = e->steps + 1;
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

// Returns 0 if no pivot is known not to be 0.
IN_LINE int eliminate(equations *e)
{
    const size_t width = e->steps + 1;
    if (e->rows < e->steps)
        return 0;
    for (size_t k = 0; k < e->steps; k++) {
        bring_pivot(e, k);
        const ball *pivot = e->matrix + k * width;
        if (!(fabs(pivot[k].value.high) > 2 * pivot[k].bound))
            return 0;
        e->inverse[k] = ball_divide(ball_one, pivot[k]);
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
    const size_t width = e->steps + 1;
    for (size_t k = e->steps; k-- > 0;) {
        const ball *row = e->matrix + k * width;
        ball sum = row[e->steps];
        for (size_t j = k + 1; j < e->steps; j++)
            sum = ball_subtract(sum, ball_multiply(row[j], e->x[e->column[j]]));
        e->x[e->column[k]] = ball_multiply(sum, e->inverse[k]);
    }
}

// Returns 0 if there is no solution that is finite.
IN_LINE int solve(equations *e, ball_cell *of, size_t generator)
{
    take_equations(e, of, generator);
    if (!eliminate(e))
        return 0;
    substitute(e);
    double sum = 0;
    for (size_t c = 0; c < of->dimension; c++)
        sum += fabs(e->x[c].value.high) + e->x[c].bound;
    return sum < INFINITY;
}

IN_LINE void keep(ball_cell *of, size_t generator, const equations *e, int solved)
{
    ASSERT(of && e);
    of->is_known[generator] = solved ? 1 : -1;
    if (solved)
        memcpy(of->at + generator * of->dimension, e->x, of->dimension * sizeof *of->at);
}

VERSIONS
static void find_vertex(ball_cell *of, size_t generator)
{
    equations e;
    const arena_mark mark = arena_here(&of->space->cells);
    const int solved = solve(&e, of, generator);
    keep(of, generator, &e, solved);
    arena_release(&of->space->cells, mark);
}

const ball *ball_cell_vertex(ball_cell *of, size_t generator)
{
    if (of->space->point[of->cell->generator[generator].point].infinite)
        return NULL;
    if (!of->is_known[generator])
        find_vertex(of, generator);
    return of->is_known[generator] > 0 ? of->at + generator * of->dimension : NULL;
}

// ---- The volume ----

// The product of the determinant, up to its sign, and of all -g_i; the facets at the vertex are
// independent, and as many as dimensions.
IN_LINE ball weight_of(const equations *e, const ball_cell *of, const double *c)
{
    ASSERT(e && of && c);
    const size_t d = of->dimension, width = e->steps + 1;
    ball product = ball_one, *slope = e->slope;
    int sign = d % 2 ? -1 : 1;
    // c = z U, z = slope L.
    for (size_t j = 0; j < e->steps; j++) {
        ball sum = {{c[e->column[j]], 0}, 0};
        for (size_t i = 0; i < j; i++)
            sum = ball_subtract(sum, ball_multiply(slope[i], e->matrix[i * width + j]));
        slope[j] = ball_multiply(sum, e->inverse[j]);
    }
    for (size_t i = e->steps; i-- > 0;)
        for (size_t l = i + 1; l < e->steps; l++)
            slope[i] = ball_subtract(slope[i], ball_multiply(slope[l], e->matrix[l * width + i]));
    for (size_t j = 0; j < e->steps; j++) {
        product = ball_multiply(product, ball_multiply(slope[j], e->matrix[j * width + j]));
        sign *= e->matrix[j * width + j].value.high < 0 ? -1 : 1;
    }
    // The slope of a row with one entry, times this entry; the determinant has that entry too.
    for (size_t axis = 0; axis < d; axis++) {
        if (e->alone[axis] == SIZE_MAX)
            continue;
        ball sum = {{c[axis], 0}, 0};
        for (size_t i = 0; i < e->steps; i++) {
            const ball entry = of->row[e->row[i] * (d + 1) + axis];
            if (!is_zero(entry))
                sum = ball_subtract(sum, ball_multiply(slope[i], entry));
        }
        product = ball_multiply(product, sum);
        sign *= of->row[e->alone[axis] * (d + 1) + axis].value.high < 0 ? -1 : 1;
    }
    if (sign < 0)
        product.value = (dd){-product.value.high, -product.value.low};
    return product;
}

// A direction that is about as long for each coordinate of the cell.
static void choose_direction(double *c, const ball_cell *of, size_t attempt)
{
    static const double table[] = {0.7312, -0.4127, 0.9731, 0.5893,  -0.8369, 0.3571, 0.6613,
                                   0.5171, -0.937,  0.4519, -0.6841, 0.8117,  0.3989, -0.5527};
    enum { ENTRIES = sizeof table / sizeof *table, STEP = 5 };
    const geom_space *space = of->space;
    for (size_t i = 0; i < of->dimension; i++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t g = 0; g < of->cell->count; g++) {
            const double x = space_place(space, of->cell->generator[g].point)[i];
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
        const double width = high - low;
        c[i] = table[(i + STEP * attempt) % ENTRIES] / (width > 0 ? width : 1);
    }
}

VERSIONS
static int add_term(ball *sum, ball_cell *of, size_t generator, const double *c)
{
    const size_t d = of->dimension;
    const ball *origin = of->at;
    equations e;
    int simple = solve(&e, of, generator);
    simple = simple && e.tight == d && e.rows == e.steps;
    keep(of, generator, &e, simple);
    if (!simple || generator == 0)
        return simple;
    ball height = ball_zero, power = ball_one;
    for (size_t i = 0; i < d; i++) {
        const ball step = ball_subtract(e.x[i], origin[i]);
        height = ball_add(height, ball_multiply(step, (ball){{c[i], 0}, 0}));
    }
    for (size_t i = 0; i < d; i++)
        power = ball_multiply(power, height);
    *sum = ball_add(*sum, ball_divide(power, weight_of(&e, of, c)));
    return sum->bound < INFINITY;
}

static int is_narrow(ball x)
{
    return x.bound < 0x1p-45 * x.value.high;
}

int ball_cell_volume(ball *volume, ball_cell *of)
{
    ASSERT(volume && of);
    enum { ATTEMPTS = 4 };
    arena *stack = &of->space->cells;
    const arena_mark mark = arena_here(stack);
    double *c = arena_take(stack, of->dimension * sizeof *c);
    double factorial = 1;
    int serves = 1;
    for (size_t i = 2; i <= of->dimension; i++)
        factorial *= (double)i;
    for (size_t attempt = 0; attempt < ATTEMPTS && serves; attempt++) {
        *volume = ball_zero;
        choose_direction(c, of, attempt);
        for (size_t g = 0; g < of->cell->count && serves; g++) {
            const arena_mark inner = arena_here(stack);
            serves = !run_poll(of->dimension * of->dimension * of->dimension) &&
                     add_term(volume, of, g, c);
            arena_release(stack, inner);
        }
        *volume = ball_divide(*volume, (ball){{factorial, 0}, 0});
        if (is_narrow(*volume))
            break;
    }
    arena_release(stack, mark);
    return serves && is_narrow(*volume);
}
