// The integer rows of layers that are plain and dense, in vectors of digits.
//
// Of the layers before the last hidden one all rows are kept: an input that is turned on or off is
// added to or taken away from all of them at once. Where an input of the layer before has been
// turned, so that all inputs have changed by multiples of one row, the rows change by multiples of
// it too, by a vector that is made from weights alone. A row of the last hidden layer, of which few
// are asked for, is a scalar product of its weights and of those rows that are on. If the rows of
// the layer before that would have to be begun for it, they wait until there are some: the product
// goes through the weights of both layers to the rows before them.
#include "tree/maps_digits.h"

#include "base/limits.h"
#include "base/memory.h"
#include "exact/digits.h"
#include "exact/kernels.h"
#include <flint/fmpz_vec.h>
#include <stdlib.h>
#include <string.h>

// Where rows are longer, few of those that are kept are asked for; where there are fewer, each is
// made by itself when it is.
enum { MOST_COLUMNS = 8, FEWEST_ROWS = 12 };
// Rows begun anew take about as long as so many products.
enum { MOST_SINGLE = 4 };
// Layers with more weights would take too much memory, some 32 bytes a weight.
enum { MOST_ENTRIES = 1 << 22 };

typedef struct {
    size_t inputs, rows, from, stride; // from, stride: inputs and rows, padded
    size_t weights, digits;            // of a weight, of a row
    double *weight;                    // layers that are kept: digits x inputs x stride
    // The last two layers, where rows are products: the same row by row, digits x rows x from, and
    // which inputs are on, with the pattern that says so.
    double *across, *mask;
    uint32_t *masked;
    size_t single; // rows made by themselves while those before had this version
    uint64_t version_single;
    double *bias; // digits x stride
    // Layers that are kept: places x columns x stride, and the pattern that it was made with.
    // Places above the digits of rows are for sums that are not carried yet, and else 0.
    double *value;
    size_t places;
    uint32_t *pattern;
    uint64_t version_before, version;
    // Layers after 2: the pattern that the rows of the layer before were made with, and the version
    // of the rows that it was made from.
    uint32_t *below;
    uint64_t version_below;
} digit_layer;

struct walk_digits {
    size_t last;        // the last hidden layer
    digit_layer *layer; // last + 1; of layer 1 the values alone
    uint32_t *listed;   // scratch: inputs that have changed
    uint32_t *moved;    // scratch: inputs of the layer before that have changed
    double *vector;     // scratch: DIGITS_MOST x the widest layer
    int begun;          // layer 1 has been made
};

static int is_on(const scaled_layer *net, size_t unit, uint32_t piece)
{
    return !fmpz_is_zero(net->slope + net->unit.piece[unit] + piece);
}

// ---- whether it serves ----

static int is_plain(const scaled_layer *net)
{
    if (net->at.start || net->rows != net->units)
        return 0;
    for (size_t p = 0; p < net->unit.piece[net->units]; p++)
        if (!fmpz_is_zero(net->offset + p) ||
            !(fmpz_is_zero(net->slope + p) || fmpz_is_one(net->slope + p)))
            return 0;
    return 1;
}

static void raise_to(fmpz_t most, const fmpz *x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (fmpz_cmpabs(x + i, most) > 0)
            fmpz_abs(most, x + i);
}

// size = at least the size of any entry of a row, if `size` is that of the layer before. Whatever
// the pattern is, a row is the sum of some of its terms.
static void raise_size(fmpz_t size, const scaled_layer *net)
{
    fmpz_t most, sum;
    fmpz_init(most);
    fmpz_init(sum);
    for (size_t j = 0; j < net->rows; j++) {
        fmpz_zero(sum);
        for (size_t i = 0; i < net->inputs; i++) {
            const fmpz *weight = net->weight + j * net->inputs + i;
            (fmpz_sgn(weight) < 0 ? fmpz_submul : fmpz_addmul)(sum, weight, size);
        }
        if (fmpz_sgn(net->bias + j) < 0)
            fmpz_sub(sum, sum, net->bias + j);
        else
            fmpz_add(sum, sum, net->bias + j);
        raise_to(most, sum, 1);
    }
    fmpz_swap(size, most);
    fmpz_clear(most);
    fmpz_clear(sum);
}

static size_t most_digits(size_t a, size_t b)
{
    return a > b ? a : b;
}

// How many digits there are, and whether the layer is plain and these are few enough.
static int measure(digit_layer *layer, const scaled_layer *net, fmpz_t size, size_t before)
{
    fmpz_t most;
    if (!is_plain(net) || net->rows < FEWEST_ROWS || net->inputs > MOST_ENTRIES / net->rows)
        return 0;
    fmpz_init(most);
    raise_to(most, net->weight, net->inputs * net->rows);
    raise_size(size, net);
    *layer = (digit_layer){.inputs = net->inputs,
                           .rows = net->rows,
                           .from = kernel_stride(net->inputs),
                           .stride = kernel_stride(net->rows),
                           .weights = most_digits(digits_for(most), 1)};
    layer->digits = most_digits(digits_for(size), layer->weights + before - 1);
    fmpz_clear(most);
    return layer->weights + before <= DIGITS_MOST && layer->digits <= DIGITS_MOST;
}

// ---- the numbers of the network ----

static void put_weights(double *to, const scaled_layer *net, size_t digits, int by_row,
                        size_t stride)
{
    const size_t lines = by_row ? net->rows : net->inputs;
    for (size_t j = 0; j < net->rows; j++)
        for (size_t i = 0; i < net->inputs; i++)
            digits_put(to + (by_row ? j * stride + i : i * stride + j), lines * stride, digits,
                       net->weight + j * net->inputs + i);
}

static void fill_kept(digit_layer *layer, const scaled_layer *net, size_t columns, size_t below)
{
    layer->weight = memory_new(layer->weights * net->inputs * layer->stride, sizeof(double));
    put_weights(layer->weight, net, layer->weights, 0, layer->stride);
    layer->value = memory_new(layer->places * columns * layer->stride, sizeof *layer->value);
    layer->pattern = memory_new(layer->from, sizeof *layer->pattern);
    layer->below = memory_new(below, sizeof *layer->below);
}

static void fill_across(digit_layer *layer, const scaled_layer *net)
{
    layer->across = memory_new(layer->weights * net->rows * layer->from, sizeof *layer->across);
    put_weights(layer->across, net, layer->weights, 1, layer->from);
    layer->mask = memory_new(layer->from, sizeof *layer->mask);
    layer->masked = memory_new(layer->from, sizeof *layer->masked);
    memset(layer->masked, -1, net->inputs * sizeof *layer->masked); // no pattern
}

static void fill(walk_digits *digits, const walk_maps *maps, size_t l)
{
    digit_layer *layer = digits->layer + l;
    const scaled_layer *net = maps->scaled->layer + l;
    layer->bias = memory_new(layer->digits * layer->stride, sizeof *layer->bias);
    for (size_t j = 0; j < net->rows; j++)
        digits_put(layer->bias + j, layer->stride, layer->digits, net->bias + j);
    if (l < digits->last)
        fill_kept(layer, net, maps->columns, layer[-1].from);
    if (l > 1 && l + 1 >= digits->last)
        fill_across(layer, net);
}

// Of products of two weights, added up.
static size_t vector_digits(const digit_layer *layer)
{
    return layer->weights + layer[-1].weights + 1;
}

// Room for multiples of such vectors too, if that is not too much.
static size_t places_of(const digit_layer *layer, size_t l)
{
    const size_t longest = l < 3 ? 0 : vector_digits(layer) + layer[-2].digits;
    return most_digits(layer->digits, longest > DIGITS_MOST ? 0 : longest);
}

static int measure_all(walk_digits *digits, const walk_maps *maps)
{
    const scaled_layer *net = maps->scaled->layer;
    fmpz_t size;
    size_t widest = 0;
    fmpz_init(size);
    raise_to(size, net->weight, sparsity_entries(&net->at));
    raise_to(size, net->bias, net->rows);
    int serves = 1;
    for (size_t l = 1; l <= digits->last && serves; l++) {
        serves = measure(digits->layer + l, net + l, size, l > 1 ? digits->layer[l - 1].digits : 1);
        digits->layer[l].places = places_of(digits->layer + l, l);
        widest = most_digits(widest, digits->layer[l].from);
    }
    fmpz_clear(size);
    digits->listed = memory_new(widest + KERNEL_LANES, sizeof *digits->listed);
    digits->moved = memory_new(widest + KERNEL_LANES, sizeof *digits->moved);
    digits->vector = memory_new(DIGITS_MOST * widest, sizeof *digits->vector);
    return serves;
}

walk_digits *walk_digits_new(walk_maps *maps)
{
    if (!walk_maps_can_fold(maps) || maps->layers < 4 || maps->columns > MOST_COLUMNS)
        return NULL;
    walk_digits *digits = memory_new(1, sizeof *digits);
    digits->last = maps->layers - 2;
    digits->layer = memory_new(digits->last + 1, sizeof *digits->layer);
    if (!measure_all(digits, maps)) {
        walk_digits_free(digits);
        return NULL;
    }
    for (size_t l = 1; l <= digits->last; l++)
        fill(digits, maps, l);
    return digits;
}

void walk_digits_free(walk_digits *digits)
{
    if (!digits)
        return;
    for (size_t l = 1; l <= digits->last; l++) {
        free(digits->layer[l].weight);
        free(digits->layer[l].across);
        free(digits->layer[l].mask);
        free(digits->layer[l].masked);
        free(digits->layer[l].bias);
        free(digits->layer[l].value);
        free(digits->layer[l].pattern);
        free(digits->layer[l].below);
    }
    free(digits->layer);
    free(digits->listed);
    free(digits->moved);
    free(digits->vector);
    free(digits);
}

// ---- the layers that are kept ----

// All rows of layer 1, which never change.
static void begin_first(digit_layer *first, walk_maps *maps)
{
    for (size_t j = 0; j < first->rows; j++) {
        walk_maps_need_unit(maps, 1, j);
        const fmpz *row = rows_at(&maps->layer[1].exact, j);
        for (size_t c = 0; c < maps->columns; c++)
            digits_put(first->value + c * first->stride + j, maps->columns * first->stride,
                       first->digits, row + c);
    }
    first->version = 1;
}

// All rows without their inputs.
static void begin_rows(digit_layer *layer, size_t columns)
{
    memset(layer->value, 0, layer->digits * columns * layer->stride * sizeof *layer->value);
    for (size_t p = 0; p < layer->digits; p++)
        memcpy(layer->value + (p * columns + columns - 1) * layer->stride,
               layer->bias + p * layer->stride, layer->stride * sizeof *layer->value);
}

// Of rows, and of sums that are not longer, the places above are 0 after this.
static void carry_rows(digit_layer *layer, size_t columns, size_t places)
{
    for (size_t c = 0; c < columns; c++)
        digits_carry(layer->value + c * layer->stride, columns * layer->stride, places,
                     layer->stride);
}

// Turns input i on or off.
static void turn(digit_layer *layer, const digit_layer *before, size_t columns, size_t i, int off)
{
    const digit_vector weight = {layer->weight + i * layer->stride, layer->inputs * layer->stride,
                                 layer->weights};
    for (size_t c = 0; c < columns; c++) {
        const digit_vector factor = {before->value + c * before->stride + i,
                                     columns * before->stride, before->digits};
        digits_add(layer->value + c * layer->stride, columns * layer->stride, weight, factor, off,
                   layer->stride);
    }
}

// Inputs whose piece is another one than when the rows were made, or all that there are. Returns
// how many are listed.
static size_t list_changes(walk_digits *digits, const digit_layer *layer, const uint32_t *pattern,
                           int fresh)
{
    for (uint32_t i = 0; i < layer->inputs && fresh; i++)
        digits->listed[i] = i;
    return fresh ? layer->inputs
                 : kernel_list_other(digits->listed, layer->pattern, pattern, layer->inputs);
}

// How many products of digits of two kinds may be added before they are carried, with what is
// there.
static size_t at_once(size_t a, size_t b)
{
    return DIGIT_TERMS / (a < b ? a : b) - 1;
}

// vector = what all rows take of input i of the layer before, by way of the inputs that are on. Has
// room for any sum, with the upper digit in its range too.
static digit_vector vector_of(walk_digits *digits, const digit_layer *layer,
                              const scaled_layer *from, size_t i)
{
    const digit_layer *before = layer - 1;
    const digit_vector sum = {digits->vector, layer->stride, vector_digits(layer)};
    const size_t most = at_once(layer->weights, before->weights);
    size_t waiting = 0;
    memset(digits->vector, 0, sum.count * sum.apart * sizeof *digits->vector);
    for (size_t k = 0; k < layer->inputs; k++) {
        if (!is_on(from, k, layer->pattern[k]))
            continue;
        const digit_vector weight = {layer->weight + k * layer->stride,
                                     layer->inputs * layer->stride, layer->weights};
        const digit_vector factor = {before->weight + i * before->stride + k,
                                     before->inputs * before->stride, before->weights};
        digits_add(digits->vector, sum.apart, weight, factor, 0, layer->stride);
        if (++waiting % most == 0)
            digits_carry(digits->vector, sum.apart, sum.count, layer->stride);
    }
    digits_carry(digits->vector, sum.apart, sum.count, layer->stride);
    return sum;
}

// Whether the rows before have changed by a few inputs of theirs only, which are listed, so that
// rows can follow.
static int can_move(size_t *count, walk_digits *digits, const walk_maps *maps, size_t l)
{
    const digit_layer *layer = digits->layer + l, *before = layer - 1, *below = layer - 2;
    if (l < 3 || !layer->version || layer->version_below != before->version_before ||
        vector_digits(layer) + below->digits > layer->places)
        return 0;
    *count = kernel_list_other(digits->moved, layer->below, before->pattern, before->inputs);
    // Else as long as rows made anew.
    return *count * before->weights <= maps->columns * before->digits;
}

// Brings the rows up to date with those of the layer before, if that can be. Returns whether it
// has.
static int move_rows(walk_digits *digits, walk_maps *maps, size_t l)
{
    digit_layer *layer = digits->layer + l;
    const digit_layer *before = layer - 1, *below = layer - 2;
    size_t count;
    if (!can_move(&count, digits, maps, l))
        return 0;
    const scaled_layer *net = maps->scaled->layer + l;
    for (size_t k = 0; k < count; k++) {
        const size_t i = digits->moved[k];
        const int on = is_on(net - 2, i, before->pattern[i]);
        if (on == is_on(net - 2, i, layer->below[i]))
            continue;
        const digit_vector vector = vector_of(digits, layer, net - 1, i);
        for (size_t c = 0; c < maps->columns; c++) {
            const digit_vector factor = {below->value + c * below->stride + i,
                                         maps->columns * below->stride, below->digits};
            digits_add(layer->value + c * layer->stride, maps->columns * layer->stride, vector,
                       factor, !on, layer->stride);
        }
        carry_rows(layer, maps->columns, layer->places);
    }
    return 1;
}

// Turns the inputs whose piece has changed, or adds all that are on to rows that have been begun.
// Returns how many it has turned.
static size_t turn_inputs(walk_digits *digits, walk_maps *maps, size_t l, int fresh)
{
    digit_layer *layer = digits->layer + l;
    const digit_layer *before = layer - 1;
    const scaled_layer *from = maps->scaled->layer + l - 1;
    const uint32_t *pattern = maps->layer[l - 1].pattern;
    const size_t count = list_changes(digits, layer, pattern, fresh);
    const size_t most = at_once(layer->weights, before->digits);
    size_t waiting = 0;
    for (size_t k = 0; k < count; k++) {
        const size_t i = digits->listed[k];
        const int on = is_on(from, i, pattern[i]);
        if (fresh ? !on : on == is_on(from, i, layer->pattern[i]))
            continue;
        turn(layer, before, maps->columns, i, !on);
        if (++waiting % most == 0)
            carry_rows(layer, maps->columns, layer->digits);
    }
    if (waiting % most)
        carry_rows(layer, maps->columns, layer->digits);
    if (count)
        memcpy(layer->pattern, pattern, layer->inputs * sizeof *layer->pattern);
    return waiting;
}

static void follow(walk_digits *digits, walk_maps *maps, size_t l)
{
    digit_layer *layer = digits->layer + l;
    const digit_layer *before = layer - 1;
    const int other = layer->version_before != before->version;
    const int fresh = other && !move_rows(digits, maps, l);
    if (fresh)
        begin_rows(layer, maps->columns);
    if (turn_inputs(digits, maps, l, fresh) || other)
        layer->version = ++maps->versions;
    layer->version_before = before->version;
    layer->version_below = before->version_before;
    if (l > 2 && other)
        memcpy(layer->below, before->pattern, before->inputs * sizeof *layer->below);
}

static void begin(walk_digits *digits, walk_maps *maps)
{
    digits->begun = 1; // the rows of layer 1 are asked of the maps
    begin_first(digits->layer + 1, maps);
}

// Whether the rows of the layer before the last hidden one would have to be begun, for few that are
// asked for so far.
static int can_wait(walk_digits *digits, const walk_maps *maps, size_t l)
{
    digit_layer *layer = digits->layer + l;
    const uint64_t version = layer[-1].version;
    size_t count;
    if (l < 2 || l + 1 != digits->last || layer->version_before == version ||
        vector_digits(layer + 1) + layer[-1].digits > DIGITS_MOST ||
        can_move(&count, digits, maps, l))
        return 0;
    if (layer->version_single != version)
        layer->single = 0;
    layer->version_single = version;
    return layer->single++ < MOST_SINGLE;
}

// All that comes before the last hidden layer, up to layer l. Returns whether the last of these
// waits.
static int follow_all(walk_digits *digits, walk_maps *maps, size_t l)
{
    int waits = 0;
    if (!digits->begun)
        begin(digits, maps);
    for (size_t i = 2; i <= l && i < digits->last && !waits; i++) {
        waits = can_wait(digits, maps, i);
        if (!waits)
            follow(digits, maps, i);
    }
    return waits;
}

// ---- rows ----

static void mask_inputs(walk_digits *digits, const walk_maps *maps, size_t l)
{
    digit_layer *layer = digits->layer + l;
    const walk_layer *of = maps->layer + l - 1;
    const size_t count =
        kernel_list_other(digits->listed, layer->masked, of->pattern, layer->inputs);
    for (size_t k = 0; k < count; k++) {
        const size_t i = digits->listed[k];
        memset(layer->mask + i, is_on(of->scaled, i, of->pattern[i]) ? -1 : 0, sizeof(double));
        layer->masked[i] = of->pattern[i];
    }
}

static digit_vector row_across(const digit_layer *layer, size_t j)
{
    return (digit_vector){layer->across + j * layer->from, layer->rows * layer->from,
                          layer->weights};
}

// x = a row of weights times a column of what they are multiplied with, those that are on; with the
// number of the same row of the bias, unless that is NULL.
static void product(fmpz_t x, digit_vector value, digit_vector weight, const double *mask, size_t n,
                    const digit_layer *bias, size_t j)
{
    const size_t products = value.count + weight.count;
    double place[DIGITS_MOST];
    digits_dot(place, value, weight, mask, n);
    for (size_t p = 0; bias && p < bias->digits; p++)
        place[p] = (p < products ? place[p] : 0) + bias->bias[p * bias->stride + j];
    digits_get(x, place, 1, bias ? most_digits(bias->digits, products) : products);
}

static digit_vector column_of(const digit_layer *layer, size_t columns, size_t c)
{
    return (digit_vector){layer->value + c * layer->stride, columns * layer->stride, layer->digits};
}

// Of a layer before which rows are kept: its weights times those that are on.
static void product_row(fmpz *row, walk_digits *digits, const walk_maps *maps, size_t l, size_t j)
{
    const digit_layer *layer = digits->layer + l, *before = layer - 1;
    const size_t columns = maps->columns;
    mask_inputs(digits, maps, l);
    for (size_t c = 0; c < columns; c++)
        product(row + c, column_of(before, columns, c), row_across(layer, j), layer->mask,
                before->stride, c + 1 == columns ? layer : NULL, j);
}

// vector = a row of the last hidden layer's weights times those of the layer before.
static digit_vector fold_weights(walk_digits *digits, const walk_maps *maps, size_t j)
{
    const digit_layer *last = digits->layer + digits->last, *layer = last - 1;
    const walk_layer *of = maps->layer + digits->last - 1;
    const digit_vector sum = {digits->vector, layer->from, vector_digits(last)};
    const size_t most = at_once(last->weights, layer->weights);
    size_t waiting = 0;
    memset(digits->vector, 0, sum.count * sum.apart * sizeof *digits->vector);
    for (size_t k = 0; k < layer->rows; k++) {
        if (!is_on(of->scaled, k, of->pattern[k]))
            continue;
        digit_vector factor = row_across(last, j);
        factor.digit += k;
        digits_add(digits->vector, sum.apart, row_across(layer, k), factor, 0, layer->from);
        if (++waiting % most == 0)
            digits_carry(digits->vector, sum.apart, sum.count, layer->from);
    }
    digits_carry(digits->vector, sum.apart, sum.count, layer->from);
    return sum;
}

// Of the last hidden layer, past the rows of the layer before: only its biases are met on the way.
static void folded_row(fmpz *row, walk_digits *digits, const walk_maps *maps, size_t j)
{
    const size_t l = digits->last, columns = maps->columns;
    const digit_layer *last = digits->layer + l, *layer = last - 1, *before = last - 2;
    const digit_vector weight = fold_weights(digits, maps, j);
    const digit_vector biases = {layer->bias, layer->stride, layer->digits};
    fmpz_t constant;
    fmpz_init(constant);
    mask_inputs(digits, maps, l);
    mask_inputs(digits, maps, l - 1);
    for (size_t c = 0; c < columns; c++)
        product(row + c, column_of(before, columns, c), weight, layer->mask, before->stride, NULL,
                0);
    product(constant, biases, row_across(last, j), last->mask, layer->stride, last, j);
    fmpz_add(row + columns - 1, row + columns - 1, constant);
    fmpz_clear(constant);
}

static void kept_row(fmpz *row, const digit_layer *layer, size_t columns, size_t j)
{
    for (size_t c = 0; c < columns; c++)
        digits_get(row + c, layer->value + c * layer->stride + j, columns * layer->stride,
                   layer->digits);
}

void walk_digits_row(fmpz *row, walk_maps *maps, size_t l, size_t j)
{
    walk_digits *digits = maps->digits;
    const int waits = follow_all(digits, maps, l);
    if (l == digits->last && waits)
        folded_row(row, digits, maps, j);
    else if (l == digits->last || waits)
        product_row(row, digits, maps, l, j);
    else
        kept_row(row, digits->layer + l, maps->columns, j);
}
