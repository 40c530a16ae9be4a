// The integer network against the rational one, number by number.
#include "net/scaled.h"
#include "nets.h"
#include "unit.h"

#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdlib.h>

// ---- The integer network at rational arguments, all in rationals. ----

// Z = weight Y + bias
static void scaled_pre_activation(fmpq *Z, const scaled_layer *layer, const fmpq *Y)
{
    fmpq_t term;
    fmpq_init(term);
    for (size_t j = 0; j < layer->rows; j++) {
        fmpq_set_fmpz(Z + j, layer->bias + j);
        for (size_t i = 0; i < layer->inputs; i++) {
            fmpq_mul_fmpz(term, Y + i, layer->weight + j * layer->inputs + i);
            fmpq_add(Z + j, Z + j, term);
        }
    }
    fmpq_clear(term);
}

// The piece in force at the rows Z of unit j; a breakpoint belongs to the lower piece, and the
// first of equal rows attains the maximum.
static size_t scaled_piece(const scaled_layer *layer, size_t j, const fmpq *Z)
{
    const fmpz *breakpoint = layer->breakpoint + layer->unit.piece[j];
    size_t piece = 0, rank = unit_rows(&layer->unit, j);
    for (size_t r = 1; r < rank; r++)
        piece = fmpq_cmp(Z + r, Z + piece) > 0 ? r : piece;
    if (rank > 1)
        return piece;
    while (piece + 1 < unit_pieces(&layer->unit, j) && fmpq_cmp_fmpz(Z, breakpoint + piece) > 0)
        piece++;
    return piece;
}

static void scaled_output(fmpq *Y, const scaled_layer *layer, const fmpq *Z)
{
    for (size_t j = 0; j < layer->units; j++) {
        size_t first = layer->unit.row[j], piece = scaled_piece(layer, j, Z + first);
        size_t p = layer->unit.piece[j] + piece;
        size_t row = layer->unit.row[j + 1] == first + 1 ? first : first + piece;
        fmpq_mul_fmpz(Y + j, Z + row, layer->slope + p);
        fmpq_add_fmpz(Y + j, Y + j, layer->offset + p);
    }
}

// ---- Z = tau z, Y = sigma y, layer by layer, and the same pieces. ----

static bool is_scaled(const fmpq_t big, const fmpq_t scale, const fmpq_t small)
{
    fmpq_t product;
    fmpq_init(product);
    fmpq_mul(product, scale, small);
    bool same = fmpq_equal(product, big);
    fmpq_clear(product);
    return same;
}

// One layer from y, Y below; z, Z and the outputs above are written.
static bool layer_agrees(fmpq *above, fmpq *Above, const scaled_layer *scaled,
                         const net_layer *layer, const fmpq *y, const fmpq *Y)
{
    bool good = scaled->inputs == layer->inputs && scaled->units == layer->units &&
                scaled->rows == layer->rows;
    fmpq *Z = _fmpq_vec_init((slong)scaled->rows), *z = _fmpq_vec_init((slong)scaled->rows);
    scaled_pre_activation(Z, scaled, Y);
    net_pre_activation(z, layer, y);
    scaled_output(Above, scaled, Z);
    for (size_t j = 0; j < scaled->units; j++) {
        const activation *act = net_layer_act(layer, j);
        size_t first = layer->unit.row[j];
        activation_apply(above + j, act, z + first);
        for (size_t r = first; r < first + act->rank; r++)
            good &= is_scaled(Z + r, scaled->tau + j, z + r);
        good &= is_scaled(Above + j, scaled->sigma + j, above + j);
        good &= scaled_piece(scaled, j, Z + first) == activation_piece(act, z + first);
    }
    _fmpq_vec_clear(Z, (slong)scaled->rows);
    _fmpq_vec_clear(z, (slong)scaled->rows);
    return good;
}

// x = parametrization (u, 1); NULL is the identity.
static void parametrization_apply(fmpq *x, const fmpq *parametrization, const scaled_net *scaled,
                                  const fmpq *u)
{
    net_layer layer;
    net_layer_init_affine(&layer, parametrization, scaled->dimension, scaled->layer->units);
    net_pre_activation(x, &layer, u);
    net_layer_clear(&layer);
}

static bool agrees_at(const scaled_net *scaled, const crease_net *net, const fmpq *parametrization,
                      const fmpq *u)
{
    enum { WIDEST = 8 };
    fmpq *y = _fmpq_vec_init(WIDEST), *Y = _fmpq_vec_init(WIDEST);
    fmpq *above = _fmpq_vec_init(WIDEST), *Above = _fmpq_vec_init(WIDEST);
    bool good = scaled->layers == net->layers + 1 && scaled->layer->units == net->inputs;
    fmpq *x = _fmpq_vec_init((slong)net->inputs);
    parametrization_apply(x, parametrization, scaled, u);
    scaled_pre_activation(Above, scaled->layer, u);
    scaled_output(Y, scaled->layer, Above);
    for (size_t i = 0; i < net->inputs; i++) {
        fmpq_set(y + i, x + i);
        good &= is_scaled(Y + i, scaled->layer->sigma + i, x + i);
    }
    for (size_t l = 0; l < net->layers; l++) {
        good &= layer_agrees(above, Above, scaled->layer + l + 1, net->layer + l, y, Y);
        for (size_t i = 0; i < WIDEST; i++) {
            fmpq_swap(y + i, above + i);
            fmpq_swap(Y + i, Above + i);
        }
    }
    crease_net_evaluate(above, net, x);
    for (size_t i = 0; i < crease_net_outputs(net); i++)
        good &= fmpq_equal(above + i, y + i);
    _fmpq_vec_clear(x, (slong)net->inputs);
    _fmpq_vec_clear(y, WIDEST);
    _fmpq_vec_clear(Y, WIDEST);
    _fmpq_vec_clear(above, WIDEST);
    _fmpq_vec_clear(Above, WIDEST);
    return good;
}

// ---- The scales are positive, and the integers have no common factor. ----

static void gcd_of(fmpz_t gcd, const fmpz *row, size_t entries)
{
    for (size_t i = 0; i < entries; i++)
        fmpz_gcd(gcd, gcd, row + i);
}

// The gcd is 1, or all is zero and the scale is 1.
static bool is_reduced(const fmpz_t gcd, const fmpq_t scale)
{
    return fmpq_sgn(scale) > 0 && (fmpz_is_one(gcd) || (fmpz_is_zero(gcd) && fmpq_is_one(scale)));
}

static bool is_primitive(const scaled_layer *layer, size_t j)
{
    fmpz_t in, out;
    fmpz_init(in);
    fmpz_init(out);
    const unit_table *table = &layer->unit;
    size_t pieces = unit_pieces(table, j), rank = unit_rows(table, j), first = table->piece[j];
    size_t breakpoints = rank == 1 ? pieces - 1 : 0;
    const fmpz *breakpoint = layer->breakpoint + first;
    gcd_of(in, layer->weight + table->row[j] * layer->inputs, rank * layer->inputs);
    gcd_of(in, layer->bias + table->row[j], rank);
    gcd_of(in, breakpoint, breakpoints);
    gcd_of(out, layer->slope + first, pieces);
    gcd_of(out, layer->offset + first, pieces);
    bool good = is_reduced(in, layer->tau + j) && is_reduced(out, layer->sigma + j);
    for (size_t p = 0; p + 1 < breakpoints; p++)
        good &= fmpz_cmp(breakpoint + p, breakpoint + p + 1) < 0;
    fmpz_clear(in);
    fmpz_clear(out);
    return good;
}

// ---- Random networks. ----

typedef crease_net *net_maker(random_state *random, size_t inputs, size_t widest, int range);

static void check_nets(int seed, net_maker *any_net, bool parametrized)
{
    random_state random = unit_random((uint64_t)seed);
    CASES(k, 150) {
        size_t inputs = 1 + random_below(&random, parametrized ? 8 : 3);
        size_t dimension = parametrized ? 1 + random_below(&random, 3) : inputs;
        crease_net *net = any_net(&random, inputs, 5, 3);
        fmpq *parametrization =
            parametrized ? random_parametrization(&random, inputs, dimension) : NULL;
        scaled_net scaled;
        scaled_net_init(&scaled, net, parametrization, dimension);
        CU_ASSERT_EQUAL(scaled.dimension, dimension);
        for (int point = 0; point < 12; point++) {
            fmpq *u = _fmpq_vec_init((slong)dimension);
            for (size_t i = 0; i < dimension; i++)
                random_rational(u + i, &random, 4);
            CU_ASSERT(agrees_at(&scaled, net, parametrization, u));
            _fmpq_vec_clear(u, (slong)dimension);
        }
        for (size_t j = 0; j < inputs; j++)
            CU_ASSERT(is_primitive(scaled.layer, j));
        scaled_net_clear(&scaled);
        if (parametrization)
            _fmpq_vec_clear(parametrization, (slong)(inputs * (dimension + 1)));
        crease_net_free(net);
    }
}

static void random_nets(void)
{
    check_nets(6, random_net, 0);
    check_nets(15, random_net, 1);
    check_nets(60, random_maxout_net, 0);
    check_nets(150, random_maxout_net, 1);
}

// ---- The same numbers as by the definition: lcm(denominators) / gcd(numerators), in fractions.
// ----

static void slow_collect(fmpz_t lcm, fmpz_t gcd, const fmpq_t x)
{
    if (fmpq_is_zero(x))
        return;
    fmpz_lcm(lcm, lcm, fmpq_denref(x));
    fmpz_gcd(gcd, gcd, fmpq_numref(x));
}

static bool is_slow_scale(const fmpq_t scale, const fmpz_t lcm, const fmpz_t gcd)
{
    fmpq_t slow;
    fmpq_init(slow);
    fmpq_one(slow);
    if (!fmpz_is_zero(gcd))
        fmpq_set_fmpz_frac(slow, lcm, gcd);
    const bool same = fmpq_equal(slow, scale) && fmpq_is_canonical(scale);
    fmpq_clear(slow);
    return same;
}

// integer = scale x / by
static bool is_slow_number(const fmpz_t integer, const fmpq_t scale, const fmpq_t x,
                           const fmpq_t by)
{
    fmpq_t slow;
    fmpq_init(slow);
    fmpq_mul(slow, scale, x);
    fmpq_div(slow, slow, by);
    const bool same = fmpz_is_one(fmpq_denref(slow)) && fmpz_equal(fmpq_numref(slow), integer);
    fmpq_clear(slow);
    return same;
}

static bool unit_is_slow(const scaled_layer *to, const net_layer *from, const fmpq *below, size_t j)
{
    const activation *act = net_layer_act(from, j);
    const size_t piece = to->unit.piece[j];
    fmpz_t lcm, gcd;
    fmpq_t x, one;
    fmpz_init_set_ui(lcm, 1);
    fmpz_init(gcd);
    fmpq_init(x);
    fmpq_init(one);
    fmpq_one(one);
    bool good = true;
    for (size_t r = from->unit.row[j]; r < from->unit.row[j + 1]; r++) {
        for (size_t i = 0; i < from->inputs; i++) {
            net_layer_weight(x, from, r, i);
            fmpq_div(x, x, below + i);
            slow_collect(lcm, gcd, x);
        }
        slow_collect(lcm, gcd, from->bias + r);
        good &= is_slow_number(to->bias + r, to->tau + j, from->bias + r, one);
        const sparsity_row row = sparsity_row_of(&to->support, r);
        for (size_t k = 0; k < row.count; k++)
            good &= is_slow_number(to->weight + row.first + k, to->tau + j,
                                   from->weight + row.first + k, below + row_column(&row, k));
    }
    for (size_t b = 0; b < activation_breakpoints(act); b++) {
        slow_collect(lcm, gcd, act->breakpoint + b);
        good &= is_slow_number(to->breakpoint + piece + b, to->tau + j, act->breakpoint + b, one);
    }
    good &= is_slow_scale(to->tau + j, lcm, gcd);
    fmpz_one(lcm);
    fmpz_zero(gcd);
    for (size_t p = 0; p < act->pieces; p++) {
        fmpq_div(x, act->slope + p, to->tau + j);
        slow_collect(lcm, gcd, x);
        slow_collect(lcm, gcd, act->offset + p);
        good &= is_slow_number(to->slope + piece + p, to->sigma + j, act->slope + p, to->tau + j);
        good &= is_slow_number(to->offset + piece + p, to->sigma + j, act->offset + p, one);
    }
    good &= is_slow_scale(to->sigma + j, lcm, gcd);
    fmpz_clear(lcm);
    fmpz_clear(gcd);
    fmpq_clear(x);
    fmpq_clear(one);
    return good;
}

// Units of several activations and few weights that are not zero, as values that pass layers have:
// x / 3 beside 2^-1000 x, both of which the next layer takes.
static void mixed_units(void)
{
    crease_net *net =
        net_of("{\"weights\": [[1, 0], [0, 1], [\"1/3\", 0], [\"0x1p-1000\", 0]], "
               "\"bias\": [0, \"0x1p900\", 0, 0], "
               "\"activation\": [\"relu\", \"leaky:1/3\", \"linear\", \"linear\"]}," LINEAR(
                   "[[1, 1, 1, \"0x1p1000\"], [0, 0, 3, 0]]", "[0, \"1/7\"]"));
    scaled_net scaled;
    net_store(net, STORE_NONZERO);
    scaled_net_init(&scaled, net, NULL, 2);
    CU_ASSERT(!!scaled.layer[1].support.start);
    for (size_t l = 0; l < net->layers; l++)
        for (size_t j = 0; j < net->layer[l].units; j++)
            CU_ASSERT(unit_is_slow(scaled.layer + l + 1, net->layer + l, scaled.layer[l].sigma, j));
    // x / 3 is measured in thirds, 2^-1000 x in units of that.
    CU_ASSERT(fmpq_equal_si(scaled.layer[1].sigma + 2, 3));
    CU_ASSERT(fmpz_is_one(scaled.layer[1].weight + 3));
    scaled_net_clear(&scaled);
    crease_net_free(net);
}

UNIT_MAIN("scaled", {"random_nets", random_nets}, {"mixed_units", mixed_units})
