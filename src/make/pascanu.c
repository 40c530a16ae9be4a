// Pascanu, Montufar and Bengio 2013: regions of a layer that are mapped over one cube. Theorem 1:
// groups of tangents; section 5: absolute values, each made of two relu units.
#include "base/fatal.h"
#include "make/theorem.h"

// ---- Theorem 1 ----
//
// Unit t = 1..n of a layer is active where f_t(y) > 0,
//   f_t(y) = 2 t s_1 - t^2 - s_2 + t^2 (2 y_3 - 1) + t^3 (2 y_4 - 1) + ..,
// s_1 = (n+1) y_1, s_2 = (n+1)^2 y_2. In the plane these are tangents of a parabola: t is active
// where (t - s_1)^2 < s_1^2 - s_2, so the active sets are the intervals of units, as for the
// paper's tangents of circles (Proposition 4). Group i has the d units from d i + 1 on. At the
// point P_i with s_1 = m, the middle of its units, s_2 = m^2 - d^2/4 and y_3 = .. = 1/2, all in
// (0,1)^d, f_t = d^2/4 - (t - m)^2, positive for the group alone. The normals of d units are
// independent: a Vandermonde matrix.
//
// Proposition 5: coordinate k of what the layer computes is
//   g_k = 1/2 - K + K sum over groups i of relu(f_t) / f_t(P_i), t = d i + k,
// so that around every P_i, where one group is active, g maps the parallelepiped
// |f_t(y) / f_t(P_i) - 1| < 1 / (2 K) over the cube (0,1)^d. K is the least integer for which it
// stays inside (0,1)^d and inside the region of its pattern, for all i.

static void tangents_fill(fmpq_mat_t forms, slong used)
{
    const slong d = fmpq_mat_ncols(forms) - 1, n = fmpq_mat_nrows(forms);
    fmpz_t power;
    fmpz_init(power);
    for (slong t = 1; t <= n; t++) {
        fmpq *form = fmpq_mat_entry(forms, t - 1, 0), *constant = form + d;
        fmpq_set_si(constant, t <= used ? -t * t : -1, 1);
        if (t > used)
            continue;
        fmpq_set_si(form, 2 * t * (n + 1), 1);
        fmpq_set_si(form + 1, -(n + 1) * (n + 1), 1);
        fmpz_set_si(power, t);
        for (slong j = 2; j < d; j++) {
            fmpz_mul_si(power, power, t);
            fmpq_sub_fmpz(constant, constant, power);
            fmpq_add_fmpz(form + j, form + j, power);
            fmpq_add_fmpz(form + j, form + j, power);
        }
    }
    fmpz_clear(power);
}

// value = f_t(P_i), (d^2 - (2 t - 2 m)^2) / 4 with 2 m = 2 d i + d + 1.
static void tangent_at(fmpq_t value, slong d, slong i, slong t)
{
    const slong twice = 2 * t - 2 * d * i - d - 1;
    fmpq_set_si(value, d * d - twice * twice, 4);
}

// least = at least the size of form . (y - P_i) over the parallelepiped for K = 1/2, divided by
// room > 0; form: 1 x d; inverse: columns that move f_t of one unit of the group by 1.
static void tangents_widen(fmpq_t least, const fmpq_mat_t form, const fmpq_mat_t inverse, slong i,
                           const fmpq_t room)
{
    const slong d = fmpq_mat_ncols(form);
    fmpq_mat_t moved;
    fmpq_t sum, value;
    fmpq_mat_init(moved, 1, d);
    fmpq_init(sum);
    fmpq_init(value);
    fmpq_mat_mul(moved, form, inverse);
    for (slong k = 0; k < d; k++) {
        tangent_at(value, d, i, d * i + k + 1);
        fmpq_abs(fmpq_mat_entry(moved, 0, k), fmpq_mat_entry(moved, 0, k));
        fmpq_addmul(sum, value, fmpq_mat_entry(moved, 0, k));
    }
    fmpq_div(sum, sum, room);
    if (fmpq_cmp(sum, least) > 0)
        fmpq_set(least, sum);
    fmpq_clear(value);
    fmpq_clear(sum);
    fmpq_mat_clear(moved);
}

// room = the distance of coordinate j of P_i from 0 and 1.
static void tangents_room(fmpq_t room, slong n, slong d, slong i, slong j)
{
    const slong twice = 2 * d * i + d + 1; // 2 m
    fmpq_t other;
    fmpq_init(other);
    if (j == 0)
        fmpq_set_si(room, twice, (ulong)(2 * (n + 1)));
    else if (j == 1)
        fmpq_set_si(room, twice * twice - d * d, (ulong)(4 * (n + 1) * (n + 1)));
    else
        fmpq_set_si(room, 1, 2);
    fmpq_sub_si(other, room, 1);
    fmpq_neg(other, other);
    if (fmpq_cmp(other, room) < 0)
        fmpq_set(room, other);
    fmpq_clear(other);
}

// Twice the least K for group i.
static void tangents_group(fmpq_t least, const fmpq_mat_t forms, slong i, slong used)
{
    const slong d = fmpq_mat_ncols(forms) - 1, n = fmpq_mat_nrows(forms);
    fmpq_mat_t normals, inverse, form;
    fmpq_t room;
    fmpq_mat_init(normals, d, d);
    fmpq_mat_init(inverse, d, d);
    fmpq_mat_init(form, 1, d);
    fmpq_init(room);
    for (slong k = 0; k < d; k++)
        for (slong j = 0; j < d; j++)
            fmpq_set(fmpq_mat_entry(normals, k, j), fmpq_mat_entry(forms, d * i + k, j));
    const int regular = fmpq_mat_inv(inverse, normals);
    ASSERT(regular);
    (void)regular;
    for (slong t = 1; t <= used; t++) {
        if (t > d * i && t <= d * (i + 1))
            continue;
        for (slong j = 0; j < d; j++)
            fmpq_set(fmpq_mat_entry(form, 0, j), fmpq_mat_entry(forms, t - 1, j));
        tangent_at(room, d, i, t);
        fmpq_neg(room, room);
        tangents_widen(least, form, inverse, i, room);
    }
    for (slong j = 0; j < d; j++) {
        fmpq_mat_zero(form);
        fmpq_one(fmpq_mat_entry(form, 0, j));
        tangents_room(room, n, d, i, j);
        tangents_widen(least, form, inverse, i, room);
    }
    fmpq_clear(room);
    fmpq_mat_clear(form);
    fmpq_mat_clear(inverse);
    fmpq_mat_clear(normals);
}

// A layer of n units, and the coordinates that the next one reads.
static void tangents_layer(stack *network, slong n)
{
    const slong d = stack_coordinates(network), groups = n / d;
    fmpq_mat_t forms, read;
    fmpq_t least, half;
    fmpz_t K;
    fmpq_mat_init(forms, n, d + 1);
    fmpq_mat_init(read, d, n + 1);
    fmpq_init(least);
    fmpq_init(half);
    fmpz_init(K);
    tangents_fill(forms, groups * d);
    fmpq_one(least);
    for (slong i = 0; i < groups; i++)
        tangents_group(least, forms, i, groups * d);
    fmpq_set_si(half, 1, 2);
    fmpq_mul(least, least, half);
    fmpz_cdiv_q(K, fmpq_numref(least), fmpq_denref(least));
    for (slong k = 0; k < d; k++) {
        for (slong i = 0; i < groups; i++) {
            fmpq *weight = fmpq_mat_entry(read, k, d * i + k);
            tangent_at(weight, d, i, d * i + k + 1);
            fmpq_inv(weight, weight);
            fmpq_mul_fmpz(weight, weight, K);
        }
        fmpq_sub_fmpz(fmpq_mat_entry(read, k, n), half, K);
    }
    stack_layer(network, forms, "relu");
    stack_read(network, read);
    fmpz_clear(K);
    fmpq_clear(half);
    fmpq_clear(least);
    fmpq_mat_clear(read);
    fmpq_mat_clear(forms);
}

static crease_status pascanu_check_tangents(const parameters *given, crease_error *error)
{
    return theorem_check_cube(given, parameters_integer(given, "d"), 1, error);
}

// On a line no two points have exactly one active unit each (docs/theorems.md), and the layers are
// those of Montufar et al., for the same number.
static void pascanu_build_tangents(stack *network, const parameters *given)
{
    const slong d = parameters_integer(given, "d");
    stack_open(network, d);
    for (slong l = 0; l + 1 < theorem_layers(given); l++) {
        if (d == 1)
            stack_sawtooth(network, theorem_width(given, l), 0);
        else
            tangents_layer(network, theorem_width(given, l));
    }
    theorem_last_layer(network, theorem_last_width(given), 0);
}

static void pascanu_claim_tangents(claims *list, const parameters *given)
{
    const slong d = parameters_integer(given, "d");
    fmpz_t regions, copies;
    fmpz_init(regions);
    fmpz_init(copies);
    binomials_sum(regions, (ulong)theorem_last_width(given), (ulong)d, 1);
    theorem_product(copies, given, theorem_layers(given) - 1, d, 1, 0);
    fmpz_mul(regions, regions, copies);
    claims_add(list, CREASE_ACTIVATION_REGIONS, CREASE_AT_LEAST, regions, NULL);
    claims_add(list, CREASE_ACTIVATION_REGIONS, CREASE_AT_LEAST, regions, "0,1");
    fmpz_clear(copies);
    fmpz_clear(regions);
}

// ---- Section 5 ----

// g(s) = relu(s) + relu(-s) = |s| and after that |2 s - 1|, which maps (0,1) over itself twice.
static void add_fold(stack *network, bool first)
{
    const slong slope = first ? 1 : 2, constant = first ? 0 : -1;
    stack_small_wave(network, 2, 1, (const slong[][2]){{slope, constant}, {-slope, -constant}},
                     (const slong[]){1, 1, 0});
}

static crease_status pascanu_check_folds(const parameters *given, crease_error *error)
{
    slong d = parameters_integer(given, "d");
    return theorem_check_vertices(2 * d, d, "d", error);
}

static void pascanu_build_folds(stack *network, const parameters *given)
{
    slong d = parameters_integer(given, "d"), layers = parameters_integer(given, "layers");
    stack_open(network, d);
    for (slong l = 0; l + 1 < layers; l++)
        add_fold(network, l == 0);
    theorem_last_layer(network, 2 * d, theorem_is_literal(given));
}

static void pascanu_claim_folds(claims *list, const parameters *given)
{
    slong d = parameters_integer(given, "d"), layers = parameters_integer(given, "layers");
    fmpz_t copies;
    fmpz_init(copies);
    fmpz_one(copies);
    fmpz_mul_2exp(copies, copies, (ulong)((layers - 1) * d));
    theorem_claims(list, given, copies, 2 * d, NULL,
                   layers > 1 ? "Pascanu, Montufar and Bengio 2013, section 5: the network of its "
                                "proof taken literally; the theorem, on a maximum, stands"
                              : NULL);
    fmpz_clear(copies);
}

// ---- The list ----

const construction pascanu_family[] = {
    CONSTRUCTION(
        "pascanu:tangents", pascanu_check_tangents, pascanu_build_tangents, pascanu_claim_tangents,
        "floor(n_l / d) groups of d tangents of a parabola; the region in which one "
        "group alone is active is mapped over the unit cube; last, hyperplanes in "
        "general position inside the cube",
        "Pascanu, Montufar and Bengio 2013, On the number of response regions of deep feed "
        "forward networks with piece-wise linear activations, Theorem 1",
        "product over l < L of floor(n_l / d), times sum of C(n_L, j) for j = 0..d, or "
        "more",
        PARAMETER_INPUTS("1"), PARAMETER_WIDTHS("1", "hidden layers")),
    CONSTRUCTION(
        "pascanu:folds", pascanu_check_folds, pascanu_build_folds, pascanu_claim_folds,
        "layers of width 2d: |x_j|, then |2 y_j - 1|, each by two units, and last 2d "
        "hyperplanes in general position inside the cube",
        "Pascanu, Montufar and Bengio 2013, On the number of response regions of deep feed "
        "forward networks with piece-wise linear activations, section 5",
        "2^((layers-1) d) times sum of C(2d, j) for j = 0..d", PARAMETER_INPUTS("1"),
        PARAMETER_LAYERS("hidden layers"), PARAMETER_FORM),
    {.name = NULL},
};
