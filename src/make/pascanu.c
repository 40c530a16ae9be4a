// Pascanu, Montufar and Bengio 2013: blocks of units that are active alone, and absolute values.
//
// Theorem 1: regions in which the units of one block alone are active, all mapped over the unit
// cube.
//
// The block arrangement. Unit t = 1..n has the form P_x(t) = x_1 + x_2 t + .. + x_d t^(d-1) - t^m
// with m = d for even d and d + 1 for odd d. Block b are the d units from i = b d + 1 to
// j = (b + 1) d. With roots at i - 1/2 and j + 1/2 and no other real ones,
//   even d: -(t - i + 1/2)(t - j - 1/2) (t^2 + 1)^((d-2)/2),
//   odd d:  -(t - i + 1/2)(t - j - 1/2) (t^2 + u t + u^2) (t^2 + 1)^((d-3)/2), u = i + j,
// is such a polynomial, since the coefficient of t^d in the second is 0; its others are the
// point x_b at which exactly the units of block b are active. Their normals are rows of a
// Vandermonde matrix A_b.
//
// The map onto the cube. Let s_bk > 0 be the values of the units of block b at x_b. For rho
// small enough, no other unit becomes active where the values are h_k with |h_k - s_bk| <= rho
// s_bk: such a unit with form w.x + c has there its value at x_b plus sum_k (w A_b^-1)_k (h_k -
// s_bk), at most rho sum_k |w A_b^-1|_k s_bk away. The coordinate y_k = sum_b h_bk / (2 rho s_bk) +
// 1/2 - 1/(2 rho) then maps that set over (0,1) for every block, since units of other blocks are 0.
// In layers after the first the arrangement is moved so that all x_b lie in the cube, and the set
// must lie there, too.
#include "make/theorem.h"

#include <flint/fmpq_poly.h>
#include <stdlib.h>

#define SOURCE                                                                      \
    "Pascanu, Montufar and Bengio 2013, On the number of response regions of deep " \
    "feedforward networks with piece-wise linear activations, "

// One layer: forms n x (d + 1), points x_b as rows of blocks x d.
typedef struct {
    slong n, d, blocks;
    fmpq_mat_t forms, points;
} arrangement;

static void fill_forms(arrangement *of)
{
    for (slong i = 0; i < of->n; i++) {
        fmpq *constant = fmpq_mat_entry(of->forms, i, of->d);
        fmpq_set_si(constant, i + 1, 1);
        fmpq_pow_si(constant, constant, of->d % 2 ? of->d + 1 : of->d);
        fmpq_neg(constant, constant);
        for (slong j = 0; j < of->d; j++) {
            fmpq_set_si(fmpq_mat_entry(of->forms, i, j), i + 1, 1);
            fmpq_pow_si(fmpq_mat_entry(of->forms, i, j), fmpq_mat_entry(of->forms, i, j), j);
        }
    }
}

// product *= constant / denominator + linear t + quadratic t^2.
static void multiply_quadratic(fmpq_poly_t product, slong constant, ulong denominator, slong linear,
                               slong quadratic)
{
    fmpq_poly_t factor;
    fmpq_poly_init(factor);
    fmpq_poly_set_coeff_si(factor, 0, constant);
    fmpq_poly_scalar_div_ui(factor, factor, denominator);
    fmpq_poly_set_coeff_si(factor, 1, linear);
    fmpq_poly_set_coeff_si(factor, 2, quadratic);
    fmpq_poly_mul(product, product, factor);
    fmpq_poly_clear(factor);
}

static void fill_point(arrangement *of, slong block)
{
    slong i = block * of->d + 1, j = (block + 1) * of->d;
    fmpq_poly_t p;
    fmpq_poly_init(p);
    fmpq_poly_one(p);
    multiply_quadratic(p, -(2 * i - 1) * (2 * j + 1), 4, i + j, -1);
    if (of->d % 2)
        multiply_quadratic(p, (i + j) * (i + j), 1, i + j, 1);
    for (slong k = 0; k < (of->d - 2 - of->d % 2) / 2; k++)
        multiply_quadratic(p, 1, 1, 0, 1);
    for (slong k = 0; k < of->d; k++)
        fmpq_poly_get_coeff_fmpq(fmpq_mat_entry(of->points, block, k), p, k);
    fmpq_poly_clear(p);
}

// x = lo + u (hi - lo), with lo and hi one beyond the points in coordinate k.
static void move_coordinate(arrangement *of, slong k)
{
    fmpq_t lo, size;
    fmpq_init(lo);
    fmpq_init(size);
    fmpq *point = fmpq_mat_entry(of->points, 0, k);
    fmpq_set(lo, point);
    fmpq_set(size, point);
    for (slong b = 1; b < of->blocks; b++) {
        point = fmpq_mat_entry(of->points, b, k);
        if (fmpq_cmp(point, lo) < 0)
            fmpq_set(lo, point);
        if (fmpq_cmp(point, size) > 0)
            fmpq_set(size, point);
    }
    fmpq_sub_si(lo, lo, 1);
    fmpq_add_si(size, size, 1);
    fmpq_sub(size, size, lo);
    for (slong b = 0; b < of->blocks; b++) {
        point = fmpq_mat_entry(of->points, b, k);
        fmpq_sub(point, point, lo);
        fmpq_div(point, point, size);
    }
    for (slong i = 0; i < of->n; i++) {
        fmpq *weight = fmpq_mat_entry(of->forms, i, k);
        fmpq_addmul(fmpq_mat_entry(of->forms, i, of->d), weight, lo);
        fmpq_mul(weight, weight, size);
    }
    fmpq_clear(size);
    fmpq_clear(lo);
}

static void arrangement_init(arrangement *of, slong n, slong d, int in_cube)
{
    *of = (arrangement){.n = n, .d = d, .blocks = n / d};
    fmpq_mat_init(of->forms, n, d + 1);
    fmpq_mat_init(of->points, of->blocks, d);
    fill_forms(of);
    for (slong b = 0; b < of->blocks; b++)
        fill_point(of, b);
    for (slong k = 0; k < d && in_cube; k++)
        move_coordinate(of, k);
}

static void arrangement_clear(arrangement *of)
{
    fmpq_mat_clear(of->forms);
    fmpq_mat_clear(of->points);
}

// value = form(x_b), a form of d + 1 numbers.
static void blocks_evaluate(fmpq_t value, const fmpq *form, const arrangement *of, slong b)
{
    fmpq_set(value, form + of->d);
    for (slong k = 0; k < of->d; k++)
        fmpq_addmul(value, form + k, fmpq_mat_entry(of->points, b, k));
}

// Halves rho until |form| stays away from 0 near x_b. inverse = A_b^-1, s = (s_b1, .., s_bd).
static void shrink(fmpq_t rho, const fmpq *form, const arrangement *of, slong b,
                   const fmpq_mat_t inverse, const fmpq_mat_t s)
{
    fmpq_t value, sum, part;
    fmpq_init(value);
    fmpq_init(sum);
    fmpq_init(part);
    blocks_evaluate(value, form, of, b);
    fmpq_abs(value, value);
    for (slong k = 0; k < of->d; k++) {
        fmpq_zero(part);
        for (slong i = 0; i < of->d; i++)
            fmpq_addmul(part, form + i, fmpq_mat_entry(inverse, i, k));
        fmpq_abs(part, part);
        fmpq_addmul(sum, part, fmpq_mat_entry(s, b, k));
    }
    fmpq_mul(sum, sum, rho);
    for (; fmpq_cmp(sum, value) >= 0; fmpq_div_2exp(sum, sum, 1))
        fmpq_div_2exp(rho, rho, 1);
    fmpq_clear(part);
    fmpq_clear(sum);
    fmpq_clear(value);
}

// y_k > 0 and 1 - y_k > 0.
static void shrink_to_cube(fmpq_t rho, const arrangement *of, slong b, const fmpq_mat_t inverse,
                           const fmpq_mat_t s)
{
    fmpq_mat_t form;
    fmpq_mat_init(form, 1, of->d + 1);
    for (slong k = 0; k < of->d; k++) {
        fmpq_mat_zero(form);
        fmpq_one(fmpq_mat_entry(form, 0, k));
        shrink(rho, fmpq_mat_entry(form, 0, 0), of, b, inverse, s);
        fmpq_set_si(fmpq_mat_entry(form, 0, k), -1, 1);
        fmpq_one(fmpq_mat_entry(form, 0, of->d));
        shrink(rho, fmpq_mat_entry(form, 0, 0), of, b, inverse, s);
    }
    fmpq_mat_clear(form);
}

static void shrink_to_block(fmpq_t rho, const arrangement *of, slong b, const fmpq_mat_t s,
                            int in_cube)
{
    fmpq_mat_t inverse;
    fmpq_mat_init(inverse, of->d, of->d);
    for (slong i = 0; i < of->d; i++)
        for (slong j = 0; j < of->d; j++)
            fmpq_set(fmpq_mat_entry(inverse, i, j), fmpq_mat_entry(of->forms, b * of->d + i, j));
    if (!fmpq_mat_inv(inverse, inverse))
        abort(); // rows of a Vandermonde matrix
    for (slong i = 0; i < of->n; i++)
        if (i / of->d != b)
            shrink(rho, fmpq_mat_entry(of->forms, i, 0), of, b, inverse, s);
    if (in_cube)
        shrink_to_cube(rho, of, b, inverse, s);
    fmpq_mat_clear(inverse);
}

static void blocks_read(fmpq_mat_t read, const arrangement *of, int in_cube)
{
    fmpq_t rho, shift;
    fmpq_mat_t s;
    fmpq_init(rho);
    fmpq_init(shift);
    fmpq_mat_init(s, of->blocks, of->d);
    fmpq_set_si(rho, 1, 2);
    for (slong b = 0; b < of->blocks; b++)
        for (slong k = 0; k < of->d; k++)
            blocks_evaluate(fmpq_mat_entry(s, b, k), fmpq_mat_entry(of->forms, b * of->d + k, 0),
                            of, b);
    for (slong b = 0; b < of->blocks; b++)
        shrink_to_block(rho, of, b, s, in_cube);
    fmpq_mul_2exp(rho, rho, 1);
    fmpq_inv(rho, rho);
    fmpq_set_si(shift, 1, 2);
    fmpq_sub(shift, shift, rho);
    for (slong k = 0; k < of->d; k++) {
        for (slong b = 0; b < of->blocks; b++)
            fmpq_div(fmpq_mat_entry(read, k, b * of->d + k), rho, fmpq_mat_entry(s, b, k));
        fmpq_set(fmpq_mat_entry(read, k, of->n), shift);
    }
    fmpq_mat_clear(s);
    fmpq_clear(shift);
    fmpq_clear(rho);
}

static void add_blocks(stack *made, slong n, int in_cube)
{
    arrangement of;
    fmpq_mat_t read;
    arrangement_init(&of, n, stack_coordinates(made), in_cube);
    fmpq_mat_init(read, of.d, n + 1);
    blocks_read(read, &of, in_cube);
    stack_layer(made, of.forms, "relu");
    stack_read(made, read);
    fmpq_mat_clear(read);
    arrangement_clear(&of);
}

static crease_status check_blocks(const parameters *given, crease_error *error)
{
    slong d = parameters_integer(given, "d");
    return theorem_check_cube(given, d, d, error);
}

static void pascanu_build_blocks(stack *made, const parameters *given)
{
    stack_open(made, parameters_integer(given, "d"));
    for (slong l = 0; l + 1 < theorem_layers(given); l++)
        add_blocks(made, theorem_width(given, l), l > 0);
    theorem_last_layer(made, theorem_last_width(given), theorem_is_literal(given));
}

// product of floor(n_l / d) over l < L, times the regions of the last layer.
static void claim_blocks(claims *list, const parameters *given)
{
    slong d = parameters_integer(given, "d"), layers = theorem_layers(given);
    fmpz_t regions;
    fmpz_init(regions);
    binomials_sum(regions, theorem_last_width(given), d, 1);
    for (slong l = 0; l + 1 < layers; l++)
        fmpz_mul_si(regions, regions, theorem_width(given, l) / d);
    if (layers == 1)
        claims_arrangement(list, regions, NULL);
    else
        claims_add(list, CREASE_ACTIVATION_REGIONS, CREASE_AT_LEAST, regions, NULL);
    fmpz_clear(regions);
}

// ---- Section 5: absolute values, each made of two relu units ----

// g(s) = relu(s) + relu(-s) = |s| and after that |2 s - 1|, which maps (0,1) over itself twice.
static void add_fold(stack *made, int first)
{
    const slong slope = first ? 1 : 2, constant = first ? 0 : -1;
    stack_small_wave(made, 2, 1, (const slong[][2]){{slope, constant}, {-slope, -constant}},
                     (const slong[]){1, 1, 0});
}

static crease_status pascanu_check_folds(const parameters *given, crease_error *error)
{
    slong d = parameters_integer(given, "d");
    return theorem_check_vertices(2 * d, d, "d", error);
}

static void pascanu_build_folds(stack *made, const parameters *given)
{
    slong d = parameters_integer(given, "d"), layers = parameters_integer(given, "layers");
    stack_open(made, d);
    for (slong l = 0; l + 1 < layers; l++)
        add_fold(made, l == 0);
    theorem_last_layer(made, 2 * d, theorem_is_literal(given));
}

static void pascanu_claim_folds(claims *list, const parameters *given)
{
    slong d = parameters_integer(given, "d"), layers = parameters_integer(given, "layers");
    fmpz_t copies;
    fmpz_init(copies);
    fmpz_one(copies);
    fmpz_mul_2exp(copies, copies, (ulong)((layers - 1) * d));
    theorem_claims(list, given, copies, 2 * d, NULL, layers > 1);
    fmpz_clear(copies);
}

// ---- The list ----

const construction pascanu_family[] = {
    CONSTRUCTION(
        "pascanu:blocks", check_blocks, pascanu_build_blocks, claim_blocks,
        "in every layer but the last, regions where the d units of one block alone are active "
        "are mapped over the unit cube; last, hyperplanes in general position inside the cube",
        "Pascanu, Montufar and Bengio 2013, On the number of response regions of deep "
        "feedforward networks with piece-wise linear activations, Theorem 1",
        "at least the product over l < L of floor(n_l / d), times sum of C(n_L, j) for j "
        "= 0..d",
        {.name = "d", .lo = "2", .hi = "30", .help = "inputs"},
        {.name = "widths",
         .list = 1,
         .lo = "2",
         .hi = "1000",
         .help = "hidden layers, each at least d"},
        PARAMETER_FORM),
    CONSTRUCTION("pascanu:folds", pascanu_check_folds, pascanu_build_folds, pascanu_claim_folds,
                 "layers of width 2d: |x_j|, then |2 y_j - 1|, each by two units, and last 2d "
                 "hyperplanes in general position inside the cube",
                 SOURCE "section 5", "2^((layers-1) d) times sum of C(2d, j) for j = 0..d",
                 PARAMETER_INPUTS("1"), PARAMETER_LAYERS("hidden layers"), PARAMETER_FORM),
    {.name = NULL},
};
