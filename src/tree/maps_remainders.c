// The integer rows of layers that are plain and dense, by their remainders modulo many primes.
//
// Of the layers before the last hidden one all rows are kept: an input that is turned on or off is
// added to or taken away from all of them at once. Where an input of the layer before has been
// turned, so that all inputs have changed by multiples of one row, the rows change by multiples of
// it too, by a vector that is made from weights alone. A row of the last hidden layer, of which few
// are asked for, is a scalar product of its weights and of those rows that are on.
#include "tree/maps_remainders.h"

#include "base/arena.h"
#include "base/limits.h"
#include "base/memory.h"
#include "exact/filter.h"
#include "exact/kernels.h"
#include "exact/remainders.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Where rows are longer, few of those that are kept are asked for; where there are fewer, each is
// made by itself when it is.
enum { MOST_COLUMNS = 8, FEWEST_ROWS = 12 };
// Layers that have more remainders of weights would take too much memory, 8 bytes each.
enum { MOST_ENTRIES = 1 << 24 };

typedef struct {
    size_t inputs, rows, from, stride; // from, stride: inputs and rows, padded
    remainder_basis *basis;            // of the size of rows
    remainder_lines bias;              // one line
    // Layers that are kept: a line of rows for each input.
    remainder_lines weight;
    // The last layer, where rows are products: a line of inputs for each row, made when it is first
    // asked for, and which inputs are on, with the pattern that says so.
    remainder_lines across;
    double *stored; // what these are part of
    unsigned char *known;
    double *mask;
    uint32_t *masked;
    // Layers that are kept: a line of rows for each column, and the pattern of their inputs.
    remainder_lines value;
    uint32_t *pattern;
    uint64_t version_before, version;
    // Layers after 2: the pattern that the rows of the layer before were made with, and the version
    // of the rows that it was made from.
    uint32_t *below;
    uint64_t version_below;
} remainder_layer;

struct walk_remainders {
    arena memory;                 // of all arrays but those that are stored
    size_t last;                  // the last hidden layer
    remainder_layer *layer;       // last + 1; of layer 1 the values alone
    const remainder_basis *basis; // of the layer that has the longest rows: for all sums
    uint32_t *listed;             // scratch: inputs that have changed, or are on
    uint32_t *moved;              // scratch: inputs of the layer before that have changed
    remainder_lines vector;       // scratch: a line of the widest layer
    double *sum;                  // scratch: REMAINDERS_MOST for each column
    int begun;                    // layer 1 has been made
};

static int is_on(const scaled_layer *net, size_t unit, uint32_t piece)
{
    return !fmpz_is_zero(net->slope + net->unit.piece[unit] + piece);
}

static size_t primes_of(const walk_remainders *all)
{
    return remainder_basis_primes(all->basis);
}

static remainder_lines lines_new(walk_remainders *all, size_t lines, size_t n)
{
    const size_t line = primes_of(all) * n;
    return (remainder_lines){arena_new(&all->memory, lines * line, sizeof(double)), n, line};
}

// Line k and those after it, from number j on.
static remainder_lines lines_at(remainder_lines lines, size_t k, size_t j)
{
    lines.at += k * lines.apart + j;
    return lines;
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

// At least the sizes of integers; infinite if not to be had in a double.
static double size_above(const fmpz_t x)
{
    return fabs(fmpz_get_d(x)) * FILTER_ENLARGE;
}

static double largest(const fmpz *x, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; i++)
        most = fmax(most, size_above(x + i));
    return most;
}

// size = at least the size of any entry of each row, from those of the layer before. Whatever the
// pattern is, a row is the sum of some of its terms. Returns the largest; a weight may be larger,
// of an input that is always 0.
static double sizes_of_rows(double *size, const double *before, const scaled_layer *net)
{
    double most = 0;
    for (size_t j = 0; j < net->rows; j++) {
        const fmpz *weight = net->weight + j * net->inputs;
        double sum = size_above(net->bias + j);
        for (size_t i = 0; i < net->inputs; i++) {
            const double above = size_above(weight + i);
            most = fmax(most, above);
            sum = (sum + above * before[i]) * FILTER_ENLARGE;
        }
        size[j] = sum;
        most = fmax(most, sum);
    }
    return most;
}

// How long rows of up to this size are. Returns whether they are not too long.
static int measure(walk_remainders *all, size_t l, const scaled_layer *net, double size)
{
    remainder_layer *layer = all->layer + l;
    int bits;
    if (!(size < HUGE_VAL))
        return 0;
    frexp(size, &bits);
    *layer = (remainder_layer){.inputs = net->inputs,
                               .rows = net->rows,
                               .from = kernel_stride(net->inputs),
                               .stride = kernel_stride(net->rows),
                               .basis = remainder_basis_new((size_t)(bits < 1 ? 1 : bits))};
    if (!layer->basis)
        return 0;
    const size_t primes = remainder_basis_primes(layer->basis);
    if (!all->basis || primes > primes_of(all))
        all->basis = layer->basis;
    return net->inputs * net->rows <= MOST_ENTRIES / primes;
}

static int serves(const scaled_layer *net)
{
    return is_plain(net) && net->rows >= FEWEST_ROWS && net->inputs <= MOST_ENTRIES / net->rows;
}

// Returns whether all layers serve.
static int measure_all(walk_remainders *all, const walk_maps *maps)
{
    const scaled_layer *net = maps->scaled->layer;
    double *size = memory_new(net->rows, sizeof *size), *next;
    const double first = largest(net->weight, sparsity_entries(&net->at));
    for (size_t i = 0; i < net->rows; i++)
        size[i] = fmax(first, size_above(net->bias + i));
    int good = 1;
    size_t l = 1;
    for (; l <= all->last && good && serves(net + l); l++) {
        next = memory_new(net[l].rows, sizeof *next);
        good = measure(all, l, net + l, sizes_of_rows(next, size, net + l));
        free(size);
        size = next;
    }
    free(size);
    return good && l > all->last;
}

// ---- the numbers of the network ----

static void put_line(const walk_remainders *all, remainder_lines to, const fmpz *x, size_t apart,
                     size_t n)
{
    remainders_put(to.at, to.plane, x, apart, n, all->basis);
}

// Some rows of all inputs at a time: integers of a row lie side by side.
static remainder_lines lines_of_inputs(walk_remainders *all, const scaled_layer *net)
{
    const remainder_lines to = lines_new(all, net->inputs, kernel_stride(net->rows));
    for (size_t j = 0; j < net->rows; j += KERNEL_LANES) {
        const size_t some = net->rows - j < KERNEL_LANES ? net->rows - j : KERNEL_LANES;
        for (size_t i = 0; i < net->inputs; i++)
            put_line(all, lines_at(to, i, j), net->weight + j * net->inputs + i, net->inputs, some);
    }
    return to;
}

static void fill_kept(walk_remainders *all, const walk_maps *maps, size_t l)
{
    remainder_layer *layer = all->layer + l;
    layer->value = lines_new(all, maps->columns, layer->stride);
    if (l == 1)
        return;
    layer->weight = lines_of_inputs(all, maps->scaled->layer + l);
    layer->pattern = arena_new(&all->memory, layer->from, sizeof *layer->pattern);
    layer->below = arena_new(&all->memory, layer[-1].from, sizeof *layer->below);
}

// Memory that is zero by itself is not there before it is written to; a line begins in it where one
// of the cache does.
static void fill_across(walk_remainders *all, remainder_layer *layer)
{
    enum { CACHE_LINE = 64 };
    const size_t line = primes_of(all) * layer->from;
    layer->stored = memory_new(layer->rows * line + CACHE_LINE / sizeof(double), sizeof(double));
    const size_t past = (uintptr_t)layer->stored % CACHE_LINE;
    double *at = layer->stored + (CACHE_LINE - past) % CACHE_LINE / sizeof *at;
    layer->across = (remainder_lines){at, layer->from, line};
    layer->known = arena_new(&all->memory, layer->rows, sizeof *layer->known);
    layer->mask = arena_new(&all->memory, layer->from, sizeof *layer->mask);
    layer->masked = arena_new(&all->memory, layer->from, sizeof *layer->masked);
    memset(layer->masked, -1, layer->inputs * sizeof *layer->masked); // no pattern
}

static void fill(walk_remainders *all, const walk_maps *maps, size_t l)
{
    remainder_layer *layer = all->layer + l;
    const scaled_layer *net = maps->scaled->layer + l;
    layer->bias = lines_new(all, 1, layer->stride);
    put_line(all, layer->bias, net->bias, 1, net->rows);
    if (l < all->last)
        fill_kept(all, maps, l);
    else
        fill_across(all, layer);
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static void fill_all(walk_remainders *all, const walk_maps *maps)
{
    size_t widest = 0;
    for (size_t l = 1; l <= all->last; l++) {
        fill(all, maps, l);
        widest = larger(widest, larger(all->layer[l].from, all->layer[l].stride));
    }
    all->listed = arena_new(&all->memory, widest + KERNEL_LANES, sizeof *all->listed);
    all->moved = arena_new(&all->memory, widest + KERNEL_LANES, sizeof *all->moved);
    all->vector = lines_new(all, 1, widest);
    all->sum = arena_new(&all->memory, maps->columns * REMAINDERS_MOST, sizeof *all->sum);
}

walk_remainders *walk_remainders_new(walk_maps *maps)
{
    if (!walk_maps_can_fold(maps) || maps->layers < 4 || maps->columns > MOST_COLUMNS)
        return NULL;
    walk_remainders *all = memory_new(1, sizeof *all);
    arena_init(&all->memory);
    all->last = maps->layers - 2;
    all->layer = arena_new(&all->memory, all->last + 1, sizeof *all->layer);
    if (!measure_all(all, maps)) {
        walk_remainders_free(all);
        return NULL;
    }
    fill_all(all, maps);
    return all;
}

void walk_remainders_free(walk_remainders *all)
{
    if (!all)
        return;
    for (size_t l = 1; l <= all->last; l++) {
        remainder_basis_free(all->layer[l].basis);
        free(all->layer[l].stored);
    }
    arena_clear(&all->memory);
    free(all);
}

// ---- the layers that are kept ----

// All rows of layer 1, which never change.
static void begin(walk_remainders *all, walk_maps *maps)
{
    remainder_layer *first = all->layer + 1;
    all->begun = 1; // the rows are asked of the maps
    for (size_t j = 0; j < first->rows; j++) {
        walk_maps_need_unit(maps, 1, j);
        const fmpz *row = rows_at(&maps->layer[1].exact, j);
        for (size_t c = 0; c < maps->columns; c++)
            put_line(all, lines_at(first->value, c, j), row + c, 1, 1);
    }
    first->version = 1;
}

// All rows without their inputs.
static void begin_rows(const walk_remainders *all, remainder_layer *layer, size_t columns)
{
    const size_t line = primes_of(all) * layer->stride;
    memset(layer->value.at, 0, (columns - 1) * line * sizeof(double));
    memcpy(layer->value.at + (columns - 1) * line, layer->bias.at, line * sizeof(double));
}

// Of the listed inputs puts those first that have been turned on, or are on if there is no old
// pattern, and behind them those that have been turned off. Returns how many there are of both.
static size_t sort_turned(size_t *on, uint32_t *listed, size_t count, const scaled_layer *from,
                          const uint32_t *pattern, const uint32_t *old)
{
    size_t turned = 0;
    *on = 0;
    for (size_t k = 0; k < count; k++) {
        const uint32_t i = listed[k];
        const int now = is_on(from, i, pattern[i]);
        if (now == (old && is_on(from, i, old[i])))
            continue;
        listed[turned] = now ? listed[*on] : i;
        if (now)
            listed[(*on)++] = i;
        turned++;
    }
    return turned;
}

// The same of all inputs.
static size_t list_turned(size_t *on, uint32_t *listed, const walk_layer *from,
                          const uint32_t *pattern, const uint32_t *old)
{
    const size_t inputs = from->scaled->units;
    if (!old && from->rounded->is_plain)
        return *on = kernel_list(listed, pattern, inputs);
    for (uint32_t i = 0; i < inputs && !old; i++)
        listed[i] = i;
    const size_t count = old ? kernel_list_other(listed, old, pattern, inputs) : inputs;
    return sort_turned(on, listed, count, from->scaled, pattern, old);
}

// vector = the sum of those lines that are listed, each times its factor.
static void make_vector(const walk_remainders *all, remainder_lines lines, remainder_lines factor,
                        size_t on, size_t n)
{
    for (size_t p = 0; p < primes_of(all); p++)
        memset(all->vector.at + p * all->vector.plane, 0, n * sizeof *all->vector.at);
    remainders_add(all->vector, 1, n, lines, factor, all->listed, on, 0, all->basis);
}

// Whether the rows before have changed by a few inputs of theirs only, which are listed, so that
// rows can follow.
static int can_move(size_t *count, walk_remainders *all, const walk_maps *maps, size_t l)
{
    const remainder_layer *layer = all->layer + l, *before = layer - 1;
    if (l < 3 || !layer->version || layer->version_below != before->version_before)
        return 0;
    *count = kernel_list_other(all->moved, layer->below, before->pattern, before->inputs);
    // About half of all inputs are on: for each column, or for each that has changed.
    return *count * (layer->inputs + 2 * maps->columns) <= maps->columns * layer->inputs;
}

// Brings the rows up to date with those of the layer before, if that can be. Returns whether it
// has. Each has taken of input i of the layer before, by way of the inputs that are on, a multiple
// of the same row.
static int move_rows(walk_remainders *all, walk_maps *maps, size_t l)
{
    remainder_layer *layer = all->layer + l;
    const remainder_layer *before = layer - 1, *below = layer - 2;
    const uint32_t first = 0;
    size_t count, on, inputs;
    if (!can_move(&count, all, maps, l))
        return 0;
    count = sort_turned(&on, all->moved, count, maps->scaled->layer + l - 2, before->pattern,
                        layer->below);
    list_turned(&inputs, all->listed, maps->layer + l - 1, layer->pattern, NULL);
    for (size_t k = 0; k < count; k++) {
        const size_t i = all->moved[k];
        make_vector(all, layer->weight, lines_at(before->weight, i, 0), inputs, layer->stride);
        remainders_add(layer->value, maps->columns, layer->stride, all->vector,
                       lines_at(below->value, 0, i), &first, k < on, k >= on, all->basis);
    }
    return 1;
}

// Turns the inputs whose piece has changed, or adds all that are on to rows that have been begun.
// Returns how many it has turned.
static size_t turn_inputs(walk_remainders *all, walk_maps *maps, size_t l, int fresh)
{
    remainder_layer *layer = all->layer + l;
    const uint32_t *pattern = maps->layer[l - 1].pattern;
    size_t on;
    const size_t count =
        list_turned(&on, all->listed, maps->layer + l - 1, pattern, fresh ? NULL : layer->pattern);
    if (fresh)
        begin_rows(all, layer, maps->columns);
    remainders_add(layer->value, maps->columns, layer->stride, layer->weight, layer[-1].value,
                   all->listed, on, count - on, all->basis);
    memcpy(layer->pattern, pattern, layer->inputs * sizeof *layer->pattern);
    return count;
}

static void follow(walk_remainders *all, walk_maps *maps, size_t l)
{
    remainder_layer *layer = all->layer + l;
    const remainder_layer *before = layer - 1;
    const int other = layer->version_before != before->version;
    const int fresh = other && !move_rows(all, maps, l);
    if (turn_inputs(all, maps, l, fresh) || other)
        layer->version = ++maps->versions;
    layer->version_before = before->version;
    layer->version_below = before->version_before;
    if (l > 2 && other)
        memcpy(layer->below, before->pattern, before->inputs * sizeof *layer->below);
}

// All that comes before the last hidden layer, up to layer l.
static void follow_all(walk_remainders *all, walk_maps *maps, size_t l)
{
    if (!all->begun)
        begin(all, maps);
    for (size_t i = 2; i <= l && i < all->last; i++)
        follow(all, maps, i);
}

// ---- rows ----

static void mask_inputs(walk_remainders *all, const walk_maps *maps)
{
    remainder_layer *layer = all->layer + all->last;
    const walk_layer *of = maps->layer + all->last - 1;
    const size_t count = kernel_list_other(all->listed, layer->masked, of->pattern, layer->inputs);
    for (size_t k = 0; k < count; k++) {
        const size_t i = all->listed[k];
        memset(layer->mask + i, is_on(of->scaled, i, of->pattern[i]) ? -1 : 0, sizeof(double));
        layer->masked[i] = of->pattern[i];
    }
}

static remainder_lines need_weights(const walk_remainders *all, const walk_maps *maps, size_t j)
{
    const remainder_layer *last = all->layer + all->last;
    const remainder_lines line = lines_at(last->across, j, 0);
    if (!last->known[j])
        put_line(all, line, maps->scaled->layer[all->last].weight + j * last->inputs, 1,
                 last->inputs);
    last->known[j] = 1;
    return line;
}

// Of the last hidden layer: weights times those rows that are on, and the bias.
static void product_row(fmpz *row, walk_remainders *all, const walk_maps *maps, size_t j)
{
    const remainder_layer *layer = all->layer + all->last, *before = layer - 1;
    const remainder_lines weight = need_weights(all, maps, j);
    mask_inputs(all, maps);
    remainders_dot(all->sum, before->value, maps->columns, weight, layer->mask, before->stride,
                   all->basis);
    double *constant = all->sum + (maps->columns - 1) * REMAINDERS_MOST;
    for (size_t p = 0; p < primes_of(all); p++)
        constant[p] += layer->bias.at[p * layer->bias.plane + j];
    for (size_t c = 0; c < maps->columns; c++)
        remainders_get(row + c, all->sum + c * REMAINDERS_MOST, 1, layer->basis);
}

static void kept_row(fmpz *row, const remainder_layer *layer, size_t columns, size_t j)
{
    for (size_t c = 0; c < columns; c++)
        remainders_get(row + c, lines_at(layer->value, c, j).at, layer->value.plane, layer->basis);
}

void walk_remainders_row(fmpz *row, walk_maps *maps, size_t l, size_t j)
{
    walk_remainders *all = maps->remainders;
    follow_all(all, maps, l);
    if (l == all->last)
        product_row(row, all, maps, j);
    else
        kept_row(row, all->layer + l, maps->columns, j);
}
