// The affine function of a pattern: up the layers, down the layers, and the network itself.
#include "net/branch.h"
#include "nets.h"
#include "unit.h"

#include <flint/fmpz_vec.h>

enum { RANGE = 3 };

static void choose_point(fmpz *point, size_t n, random_state *random)
{
    for (size_t c = 0; c < n; c++)
        fmpz_set_si(point + c, (slong)random_between(random, -9, 9));
    fmpz_set_si(point + n, 1 + (slong)random_below(random, 4));
}

// Pieces at random; or, if follow is set, those in force at the point.
static void rise_all(branch *b, const crease_net *net, const fmpz *point, bool follow,
                     random_state *random)
{
    b->point = point;
    for (size_t l = 1; l < b->net->layers; l++) {
        const scaled_layer *layer = b->net->layer + l;
        branch_rise(b, l);
        fmpq *z = _fmpq_vec_init((slong)layer->rows);
        for (size_t unit = 0; unit < layer->units; unit++) {
            const activation *act = net_layer_act(net->layer + l - 1, unit);
            for (size_t r = 0; r < act->rank; r++) {
                fmpq_set_fmpz_frac(z + r, b->z[l] + layer->unit.row[unit] + r, point + net->inputs);
                fmpq_div(z + r, z + r, layer->tau + unit);
            }
            b->pattern[l][unit] =
                (uint32_t)(follow ? activation_piece(act, z) : random_below(random, act->pieces));
        }
        _fmpq_vec_clear(z, (slong)layer->rows);
    }
}

static void check_form(const fmpz *row, const fmpz_t value, const branch *b)
{
    fmpz_t other;
    fmpz_init(other);
    _fmpz_vec_dot(other, row, b->point, (slong)b->net->dimension + 1);
    CU_ASSERT(fmpz_equal(other, value));
    fmpz_clear(other);
}

static void check_forms(branch *b, fmpz *row)
{
    fmpz_t value;
    fmpz_init(value);
    for (size_t l = 1; l < b->net->layers; l++) {
        const scaled_layer *layer = b->net->layer + l;
        for (size_t unit = 0; unit < layer->units; unit++)
            for (size_t q = 0; q < unit_predicates(&layer->unit, unit); q++) {
                branch_value(value, b, l, unit, q);
                branch_form(row, b, l, unit, q);
                check_form(row, value, b);
            }
    }
    fmpz_clear(value);
}

static void check_outputs(branch *b, fmpz *row, const crease_net *net)
{
    size_t n = net->inputs, outputs = crease_net_outputs(net);
    const scaled_layer *last = b->net->layer + b->net->layers - 1;
    fmpq *x = _fmpq_vec_init((slong)n), *y = _fmpq_vec_init((slong)outputs);
    fmpq_t found;
    fmpz_t value;
    fmpq_init(found);
    fmpz_init(value);
    for (size_t c = 0; c < n; c++)
        fmpq_set_fmpz_frac(x + c, b->point + c, b->point + n);
    crease_net_evaluate(y, net, x);
    for (size_t i = 0; i < outputs; i++) {
        branch_output_form(row, b, i);
        _fmpz_vec_dot(value, row, b->point, (slong)n + 1);
        fmpq_set_fmpz_frac(found, value, b->point + n);
        fmpq_div(found, found, last->sigma + i);
        CU_ASSERT(fmpq_equal(found, y + i));
    }
    _fmpq_vec_clear(x, (slong)n);
    _fmpq_vec_clear(y, (slong)outputs);
    fmpq_clear(found);
    fmpz_clear(value);
}

static void random_ones(void)
{
    random_state random = unit_random(7);
    CASES(k, 200) {
        size_t n = 1 + random_below(&random, 4);
        crease_net *net =
            k % 2 ? random_net(&random, n, 4, RANGE) : random_maxout_net(&random, n, 3, RANGE);
        scaled_net scaled;
        branch b;
        fmpz *point = _fmpz_vec_init((slong)n + 1), *row = _fmpz_vec_init((slong)n + 1);
        scaled_net_init(&scaled, net, NULL, n);
        branch_init(&b, &scaled);
        choose_point(point, n, &random);
        rise_all(&b, net, point, 0, &random);
        check_forms(&b, row);
        rise_all(&b, net, point, 1, &random);
        check_outputs(&b, row, net);
        check_forms(&b, row);
        branch_clear(&b);
        scaled_net_clear(&scaled);
        _fmpz_vec_clear(point, (slong)n + 1);
        _fmpz_vec_clear(row, (slong)n + 1);
        crease_net_free(net);
    }
}

UNIT_MAIN("branch", {"random", random_ones})
