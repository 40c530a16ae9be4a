// Units of a layer that do not split a set.
#include "images/settle.h"

#include "base/fatal.h"
#include "exact/rational.h"
#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>

// The values of one form on the source: value[i] over (den x the last entry of generator i), or the
// slope value[i] / den to a generator at infinity.
typedef struct {
    const image_source *source;
    fmpz *value;
    fmpz_t den;
    fmpz *row;
} form_values;

static void values_init(form_values *v, const image_source *source)
{
    v->source = source;
    v->value = _fmpz_vec_init((slong)source->count);
    v->row = _fmpz_vec_init((slong)source->dimension + 1);
    fmpz_init(v->den);
}

static void values_clear(form_values *v)
{
    _fmpz_vec_clear(v->value, (slong)v->source->count);
    _fmpz_vec_clear(v->row, (slong)v->source->dimension + 1);
    fmpz_clear(v->den);
}

static void values_of(form_values *v, const fmpq *form)
{
    const slong n = (slong)v->source->dimension + 1;
    _fmpq_vec_get_fmpz_vec_fmpz(v->row, v->den, form, n);
    for (size_t i = 0; i < v->source->count; i++)
        _fmpz_vec_dot(v->value + i, v->row, v->source->generator + i * (size_t)n, n);
}

// Whether the form is less, and greater, than a number anywhere.
typedef struct {
    int below, above;
} form_sides;

static form_sides sides_of(const form_values *v, const fmpq_t number)
{
    const size_t d = v->source->dimension;
    form_sides sides = {0, 0};
    fmpz_t difference, bound;
    fmpz_init(difference);
    fmpz_init(bound);
    fmpz_mul(bound, fmpq_numref(number), v->den);
    for (size_t i = 0; i < v->source->count && !(sides.below && sides.above); i++) {
        const fmpz *w = v->source->generator + i * (d + 1) + d;
        fmpz_fmms(difference, v->value + i, fmpq_denref(number), bound, w);
        sides.below |= fmpz_sgn(difference) < 0;
        sides.above |= fmpz_sgn(difference) > 0;
    }
    fmpz_clear(difference);
    fmpz_clear(bound);
    return sides;
}

// The piece that the unit is on everywhere, or the number of pieces.
static size_t piece_everywhere(const form_values *v, const activation *act)
{
    size_t piece = 0;
    for (size_t b = 0; b < activation_breakpoints(act); b++) {
        const form_sides sides = sides_of(v, act->breakpoint + b);
        if (sides.below && sides.above)
            return act->pieces;
        piece += (size_t)sides.above;
    }
    return piece;
}

static bool is_within_piece(const form_values *v, const activation *act, size_t piece)
{
    return (piece == 0 || !sides_of(v, act->breakpoint + piece - 1).below) &&
           (piece + 1 == act->pieces || !sides_of(v, act->breakpoint + piece).above);
}

// Constant output: the first breakpoint where the output is the same.
static void settle_constant(fmpq *form, const activation *act, size_t piece, size_t d)
{
    fmpq_t output;
    fmpq_init(output);
    size_t b = 0;
    do
        activation_apply(output, act, act->breakpoint + b);
    while (!fmpq_equal(output, act->offset + piece) && ++b);
    for (size_t c = 0; c < d; c++)
        fmpq_zero(form + c);
    fmpq_set(form + d, act->breakpoint + b);
    fmpq_clear(output);
}

// Else: the same output on the first piece that has it.
static void settle_slope(fmpq *form, form_values *v, const activation *act, size_t piece)
{
    const size_t columns = v->source->dimension + 1;
    fmpq *other = _fmpq_vec_init((slong)columns);
    fmpq_t difference;
    fmpq_init(difference);
    for (size_t q = 0; q < piece; q++) {
        if (fmpq_is_zero(act->slope + q))
            continue;
        fmpq_sub(difference, act->offset + piece, act->offset + q);
        for (size_t c = 0; c < columns; c++) {
            fmpq_mul(other + c, form + c, act->slope + piece);
            if (c + 1 == columns)
                fmpq_add(other + c, other + c, difference);
            fmpq_div(other + c, other + c, act->slope + q);
        }
        values_of(v, other);
        if (is_within_piece(v, act, q)) {
            rational_copy(form, other, columns);
            break;
        }
    }
    fmpq_clear(difference);
    _fmpq_vec_clear(other, (slong)columns);
}

static void settle_one(fmpq *form, form_values *v, const activation *act)
{
    values_of(v, form);
    const size_t piece = piece_everywhere(v, act);
    if (piece == act->pieces)
        return;
    if (fmpq_is_zero(act->slope + piece))
        settle_constant(form, act, piece, v->source->dimension);
    else
        settle_slope(form, v, act, piece);
}

// Maxout: if one row is the greatest everywhere, all become that row.
static void settle_greatest(fmpq *form, form_values *v, size_t rank)
{
    const size_t columns = v->source->dimension + 1;
    fmpq *difference = _fmpq_vec_init((slong)columns);
    const fmpq zero = {0, 1};
    for (size_t k = 0; k < rank; k++) {
        size_t j = 0;
        for (; j < rank; j++) {
            for (size_t c = 0; c < columns; c++)
                fmpq_sub(difference + c, form + k * columns + c, form + j * columns + c);
            values_of(v, difference);
            if (sides_of(v, &zero).below)
                break;
        }
        if (j < rank)
            continue;
        for (j = 0; j < rank; j++)
            if (j != k)
                rational_copy(form + j * columns, form + k * columns, columns);
        break;
    }
    _fmpq_vec_clear(difference, (slong)columns);
}

void settle_units(fmpq *map, const net_layer *layer, const image_source *source)
{
    ASSERT(source->count > source->rays);
    const size_t columns = source->dimension + 1;
    form_values v;
    values_init(&v, source);
    for (size_t u = 0; u < layer->units; u++) {
        const activation *act = net_layer_act(layer, u);
        fmpq *form = map + layer->unit.row[u] * columns;
        if (act->rank > 1)
            settle_greatest(form, &v, act->rank);
        else if (act->pieces > 1)
            settle_one(form, &v, act);
    }
    values_clear(&v);
}
