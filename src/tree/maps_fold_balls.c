// The outputs as balls, from the layer before the last hidden one: the fold of maps_exact.c in
// double-doubles. docs/filter.md, 19
//
// With the outputs y_i of that layer, output j is sum_i F_ji y_i + C_j for as long as the pattern
// of the last hidden layer stays. A unit that has another piece changes F_j by a multiple of its
// row of weights; what y_i are is known anyway, and the map of the hidden layer need not be made.
//
// On the same map of the layer before, an output follows the few units that have changed since it
// was last made by their own forms, where these are known in integers: of cells that one unit
// parts, its form has been asked for as that of the facet between them.
#include "tree/maps_balls.h"

#include "base/arena.h"
#include "base/memory.h"
#include "exact/ball_matrix.h"
#include "exact/kernels.h"
#include "exact/norm.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// After so many steps for each unit of the hidden layer sums are made afresh. A row made anew costs
// about as much as one that follows so many units.
enum { STEPS_PER_UNIT = 2, FEW_UNITS = 4 };

struct ball_fold {
    arena memory;                  // of all that it has
    size_t outputs, stride, width; // stride: inputs of the hidden layer, padded; width: its rows
    // The rows of the hidden layer's weights: width x stride, and their norms.
    double *weight, *rest, *norm;
    double *high, *low; // F: outputs x stride
    ball_rows constant; // C: one row of outputs
    // The weights of the outputs, a row of them for each unit of the hidden layer, and what each
    // piece of a unit gives them beside a multiple of its row.
    ball_rows output;
    ball *given;
    dd *term;     // scratch: outputs
    double *size; // outputs: norms of all that F was made of, added up
    size_t steps;
    uint32_t *pattern; // of the hidden layer, of which F is made
    int made;
    double *length; // outputs: at least the norm of F
    // Which rows of the layer before are on, as a mask, and the pattern that says so: where its
    // units are plain. Where they are not: F in the order of its rows, with slopes.
    double *mask;
    uint32_t *masked;
    double *output_high, *output_low;
    uint32_t *listed; // scratch
    double *most;     // scratch: columns, how large sums may be
    dd *sum;          // scratch: columns
    // Rows of outputs as they were last made, of these patterns and this map of the layer before.
    ball_rows row;
    uint32_t *row_pattern, *row_before;
    uint64_t row_version;
    size_t row_steps;
    int has_rows;
    // What the form of a unit, an integer one over 2^exponent, is multiplied with when the unit is
    // turned on: hidden units x outputs; NULL until integers are there.
    ball *turned;
    slong *exponent;
    ball_rows form; // scratch
    ball *factor;   // scratch: outputs
};

static ball_rows rows_new(arena *memory, size_t count, size_t columns)
{
    const size_t padded = (columns + BALL_LANES - 1) / BALL_LANES * BALL_LANES;
    const size_t entries = count * padded;
    double *at = arena_new(memory, 3 * entries, sizeof *at);
    return (ball_rows){at, at + entries, at + 2 * entries, padded};
}

static ball weight_of(const rounded_layer *last, size_t unit, size_t output)
{
    const size_t entry = unit * last->stride + output;
    return ball_of_rounded(last->weight[entry],
                           last->has_weight_rest ? last->weight_rest[entry] : 0);
}

static dd slope_of(const rounded_layer *net, size_t piece)
{
    return (dd){net->slope[piece], net->slope_rest[piece]};
}

static int is_one(dd x)
{
    return x.high == 1 && x.low == 0;
}

// What a piece gives is its slope times the unit's row and this.
static ball given_by(const rounded_layer *net, size_t piece)
{
    const size_t row = net->source[piece];
    const dd slope = slope_of(net, piece);
    ball given = ball_of_rounded(net->bias[row], net->bias_rest[row]);
    if (!is_one(slope))
        given = ball_multiply(ball_of_rounded(slope.high, slope.low), given);
    if (net->offset[piece] != 0)
        given = ball_add(given, ball_of_rounded(net->offset[piece], net->offset_rest[piece]));
    return given;
}

static void list_given(struct ball_fold *fold, const rounded_layer *hidden,
                       const rounded_layer *last)
{
    for (size_t unit = 0; unit < hidden->units; unit++)
        for (size_t j = 0; j < fold->outputs; j++)
            ball_rows_set(&fold->output, unit, j, weight_of(last, unit, j));
    for (size_t piece = 0; piece < hidden->unit.piece[hidden->units]; piece++)
        fold->given[piece] = given_by(hidden, piece);
}

static struct ball_fold *fold_new(const rounded_layer *hidden, const rounded_layer *last,
                                  size_t rows_before, size_t columns)
{
    struct ball_fold *fold = memory_new(1, sizeof *fold);
    *fold = (struct ball_fold){
        .outputs = last->rows, .stride = kernel_stride(hidden->inputs), .width = hidden->rows};
    arena *memory = &fold->memory;
    arena_init(memory);
    const size_t entries = fold->width * fold->stride, sums = fold->outputs * fold->stride;
    fold->weight = arena_new(memory, entries, sizeof *fold->weight);
    fold->rest = hidden->has_weight_rest ? arena_new(memory, entries, sizeof *fold->rest) : NULL;
    fold->norm = arena_new(memory, fold->width, sizeof *fold->norm);
    for (size_t r = 0; r < fold->width; r++) {
        for (size_t i = 0; i < hidden->inputs; i++) {
            fold->weight[r * fold->stride + i] = hidden->weight[i * hidden->stride + r];
            if (fold->rest)
                fold->rest[r * fold->stride + i] = hidden->weight_rest[i * hidden->stride + r];
        }
        fold->norm[r] = filter_norm(fold->weight + r * fold->stride, fold->stride);
    }
    fold->high = arena_new(memory, sums, sizeof *fold->high);
    fold->low = arena_new(memory, sums, sizeof *fold->low);
    fold->constant = rows_new(memory, 1, fold->outputs);
    fold->output = rows_new(memory, hidden->units, fold->outputs);
    fold->given = arena_new(memory, hidden->unit.piece[hidden->units], sizeof *fold->given);
    fold->term = arena_new(memory, fold->outputs, sizeof *fold->term);
    list_given(fold, hidden, last);
    fold->size = arena_new(memory, fold->outputs, sizeof *fold->size);
    fold->length = arena_new(memory, fold->outputs, sizeof *fold->length);
    fold->pattern = arena_new(memory, kernel_stride(hidden->units), sizeof *fold->pattern);
    fold->mask = arena_new(memory, rows_before, sizeof *fold->mask);
    fold->masked = arena_new(memory, fold->stride, sizeof *fold->masked);
    fold->listed =
        arena_new(memory, kernel_stride(hidden->units) + fold->stride, sizeof *fold->listed);
    fold->output_high = arena_new(memory, rows_before, sizeof *fold->output_high);
    fold->output_low = arena_new(memory, rows_before, sizeof *fold->output_low);
    fold->most = arena_new(memory, columns, sizeof *fold->most);
    fold->sum = arena_new(memory, columns, sizeof *fold->sum);
    fold->row = rows_new(memory, fold->outputs, columns);
    fold->form = rows_new(memory, 1, columns);
    fold->factor = arena_new(memory, fold->outputs, sizeof *fold->factor);
    fold->row_pattern = arena_new(memory, kernel_stride(hidden->units), sizeof *fold->row_pattern);
    fold->row_before = arena_new(memory, fold->stride, sizeof *fold->row_before);
    return fold;
}

void ball_fold_free(struct ball_fold *fold)
{
    if (fold)
        arena_clear(&fold->memory);
    free(fold);
}

// Adds what a unit of the hidden layer gives on a piece, or takes it away.
static void add_unit(struct ball_fold *fold, const rounded_layer *hidden, size_t unit,
                     uint32_t piece, int minus)
{
    const size_t at = hidden->unit.piece[unit] + piece, row = hidden->source[at];
    if (!hidden->gives[at])
        return;
    const dd slope = slope_of(hidden, at);
    ball given = fold->given[at];
    if (minus)
        given.value = (dd){-given.value.high, -given.value.low};
    for (size_t j = 0; j < fold->outputs; j++) {
        dd term = ball_rows_get(&fold->output, unit, j).value;
        if (minus)
            term = (dd){-term.high, -term.low};
        fold->term[j] = is_one(slope) ? term : dd_multiply(term, slope);
        fold->size[j] += fabs(fold->term[j].high) * fold->norm[row] * FILTER_ENLARGE;
    }
    dd_kernel_add(fold->high, fold->low, fold->stride, fold->outputs,
                  fold->weight + row * fold->stride,
                  fold->rest ? fold->rest + row * fold->stride : NULL, fold->term);
    const ball_rows weights = ball_rows_at(&fold->output, unit);
    ball_rows_add(&fold->constant, 1, &given, &weights);
    fold->steps++;
}

static void begin(struct ball_fold *fold, const rounded_layer *last)
{
    const size_t sums = fold->outputs * fold->stride;
    memset(fold->high, 0, sums * sizeof *fold->high);
    memset(fold->low, 0, sums * sizeof *fold->low);
    for (size_t j = 0; j < fold->outputs; j++) {
        ball_rows_set(&fold->constant, 0, j, ball_of_rounded(last->bias[j], last->bias_rest[j]));
        fold->size[j] = 0;
    }
    fold->steps = 0;
}

static void follow(struct ball_fold *fold, const walk_layer *hidden, const rounded_layer *last)
{
    const rounded_layer *net = hidden->rounded;
    const int fresh = !fold->made || fold->steps > STEPS_PER_UNIT * net->units;
    const size_t changed =
        fresh ? net->units
              : kernel_list_other(fold->listed, fold->pattern, hidden->pattern, net->units);
    if (fresh)
        begin(fold, last);
    for (size_t k = 0; k < changed; k++) {
        const size_t unit = fresh ? k : fold->listed[k];
        if (!fresh)
            add_unit(fold, net, unit, fold->pattern[unit], 1);
        add_unit(fold, net, unit, hidden->pattern[unit], 0);
        fold->pattern[unit] = hidden->pattern[unit];
    }
    for (size_t j = 0; j < fold->outputs && changed; j++) {
        double *high = fold->high + j * fold->stride;
        dd_kernel_normalise(high, fold->low + j * fold->stride, fold->stride);
        fold->length[j] = filter_norm(high, fold->stride);
    }
    fold->made = 1;
}

// How far F_j may be off, in norm: filter.md, 9, with the norms of the terms themselves.
static double error_of(const struct ball_fold *fold, size_t output)
{
    const double steps = (double)fold->steps + 8;
    return (8 * steps * steps * FILTER_UNIT * FILTER_UNIT * fold->size[output] +
            FILTER_TINY * steps * (fold->size[output] + (double)fold->stride)) *
           FILTER_ENLARGE;
}

static void set_mask(double *mask, size_t entries, int on)
{
    memset(mask, on ? -1 : 0, entries * sizeof *mask);
}

// F times the slopes of the layer before, by its rows; adds what its offsets give.
static void with_slopes(ball *constant, struct ball_fold *fold, const walk_layer *before,
                        size_t output, double error)
{
    const rounded_layer *from = before->rounded;
    const double *high = fold->high + output * fold->stride;
    const double *low = fold->low + output * fold->stride;
    set_mask(fold->mask, from->stride, 1);
    memset(fold->output_high, 0, from->stride * sizeof *fold->output_high);
    memset(fold->output_low, 0, from->stride * sizeof *fold->output_low);
    for (size_t i = 0; i < from->units; i++) {
        const size_t at = from->unit.piece[i] + before->pattern[i], row = from->source[at];
        if (!from->gives[at])
            continue;
        const dd slope = {from->slope[at], from->slope_rest[at]};
        const ball offset = ball_of_rounded(from->offset[at], from->offset_rest[at]);
        dd factor = {high[i], low[i]};
        *constant = ball_add(*constant, ball_multiply(offset, ball_of(factor, error)));
        if (slope.high != 1 || slope.low != 0)
            factor = dd_multiply(slope, factor);
        fold->output_high[row] = factor.high;
        fold->output_low[row] = factor.low;
    }
}

// The same where units are plain, by F itself: the rows that are on.
static void with_mask(struct ball_fold *fold, const walk_layer *before)
{
    const size_t units = before->rounded->units;
    const size_t changed = kernel_list_other(fold->listed, fold->masked, before->pattern, units);
    for (size_t k = 0; k < changed; k++) {
        const uint32_t i = fold->listed[k];
        fold->masked[i] = before->pattern[i];
        set_mask(fold->mask + i, 1, before->pattern[i] != 0);
    }
}

static void make_row(walk_maps *maps, struct ball_fold *fold, size_t output)
{
    const walk_layer *before = maps->layer + maps->layers - 3;
    const rounded_layer *from = before->rounded;
    const double square = FILTER_UNIT * FILTER_UNIT, n = (double)from->stride + 8;
    const double own = error_of(fold, output);
    ball constant = ball_rows_get(&fold->constant, 0, output);
    const int other = !from->is_plain;
    if (other)
        with_slopes(&constant, fold, before, output, own);
    else
        with_mask(fold, before);
    const double *high = other ? fold->output_high : fold->high + output * fold->stride;
    const double *low = other ? fold->output_low : fold->low + output * fold->stride;
    const double size = other ? filter_norm(high, from->stride) : fold->length[output];
    const double error = from->steepest * own + 32 * square * size;
    for (size_t c = 0; c < maps->columns; c++)
        fold->most[c] = size * before->dd_norm[c] * FILTER_ENLARGE;
    dd_kernel_dots(fold->sum, &(dd_dots){high, low, before->dd_high, before->dd_low, fold->mask,
                                         fold->most, from->stride, maps->columns});
    for (size_t c = 0; c < maps->columns; c++) {
        const double there = before->dd_norm[c] + before->dd_bound[c];
        double bound = size * before->dd_bound[c] + error * there;
        bound += 8 * n * n * square * (size * there * KERNEL_OVERFLOW) * (1 / KERNEL_OVERFLOW);
        bound += FILTER_TINY * n * n * (size + there + 4);
        ball entry = ball_of(fold->sum[c], bound * FILTER_ENLARGE);
        if (c + 1 == maps->columns)
            entry = ball_add(entry, constant);
        ball_rows_set(&fold->row, output, c, entry);
    }
}

// Rows from F: all outputs.
static void make_rows(walk_maps *maps, struct ball_fold *fold)
{
    const walk_layer *hidden = maps->layer + maps->layers - 2;
    follow(fold, hidden, hidden[1].rounded);
    for (size_t j = 0; j < fold->outputs; j++)
        make_row(maps, fold, j);
    memcpy(fold->row_before, hidden[-1].pattern, hidden[-1].rounded->units * sizeof(uint32_t));
    memcpy(fold->row_pattern, hidden->pattern, hidden->rounded->units * sizeof(uint32_t));
    fold->row_version = hidden[-1].dd_source.version;
    fold->row_steps = 0;
    fold->has_rows = 1;
}

// ---- by the forms of units ----

// The integer form of a unit is tau times that in the network's units: it is divided by tau.
static void list_turned(struct ball_fold *fold, const scaled_layer *hidden)
{
    fold->turned = arena_new(&fold->memory, hidden->units * fold->outputs, sizeof *fold->turned);
    fold->exponent = arena_new(&fold->memory, hidden->units, sizeof *fold->exponent);
    for (size_t unit = 0; unit < hidden->units; unit++) {
        const fmpz *above = fmpq_numref(hidden->tau + unit);
        const fmpz *below = fmpq_denref(hidden->tau + unit);
        const slong bits = (slong)fmpz_bits(above), less = (slong)fmpz_bits(below);
        const ball divisor =
            ball_divide(ball_of_integer(below, less), ball_of_integer(above, bits));
        for (size_t j = 0; j < fold->outputs; j++)
            fold->turned[unit * fold->outputs + j] =
                ball_multiply(ball_rows_get(&fold->output, unit, j), divisor);
        fold->exponent[unit] = bits - less;
    }
}

// Whether rows of the layer before are what they were, so that outputs can follow.
static int stays(const struct ball_fold *fold, const walk_layer *before)
{
    return fold->has_rows && fold->row_version == before->dd_source.version &&
           !memcmp(fold->row_before, before->pattern, before->rounded->units * sizeof(uint32_t));
}

// A plain unit has been turned on or off: its form is added to the outputs, or taken away.
static void turn_unit(walk_maps *maps, struct ball_fold *fold, size_t unit, const fmpz *form)
{
    const walk_layer *hidden = maps->layer + maps->layers - 2;
    for (size_t c = 0; c < maps->columns; c++)
        ball_rows_set(&fold->form, 0, c, ball_of_integer(form + c, fold->exponent[unit]));
    for (size_t j = 0; j < fold->outputs; j++) {
        ball *factor = fold->factor + j;
        *factor = fold->turned[unit * fold->outputs + j];
        if (!hidden->pattern[unit])
            factor->value = (dd){-factor->value.high, -factor->value.low};
    }
    ball_rows_add(&fold->row, fold->outputs, fold->factor, &fold->form);
    fold->row_pattern[unit] = hidden->pattern[unit];
}

// Brings the outputs up to date by the forms of the units that have changed, if these are known and
// few. Returns whether it has.
static int turn_units(walk_maps *maps, struct ball_fold *fold)
{
    const size_t l = maps->layers - 2;
    const walk_layer *hidden = maps->layer + l;
    const fmpz *form[FEW_UNITS];
    if (!stays(fold, hidden - 1))
        return 0;
    const size_t changed =
        kernel_list_other(fold->listed, fold->row_pattern, hidden->pattern, hidden->rounded->units);
    fold->row_steps += changed;
    if (changed > FEW_UNITS || fold->row_steps > STEPS_PER_UNIT * hidden->rounded->units ||
        (changed && !hidden->rounded->is_plain))
        return 0;
    for (size_t k = 0; k < changed; k++)
        if (!(form[k] = walk_maps_known_row(maps, l, fold->listed[k])))
            return 0;
    if (changed && !fold->turned)
        list_turned(fold, hidden->scaled);
    for (size_t k = 0; k < changed; k++)
        turn_unit(maps, fold, fold->listed[k], form[k]);
    return 1;
}

static int can_fold_balls(const walk_maps *maps)
{
    const walk_layer *last = maps->layer + maps->layers - 1;
    return maps->layers >= 3 && maps->layers == crease_net_hidden(maps->net) + 2 &&
           !rounded_is_sparse(last->rounded) && !rounded_is_sparse(last[-1].rounded);
}

int walk_maps_follow_balls(walk_maps *maps)
{
    if (!can_fold_balls(maps))
        return 0;
    const walk_layer *last = maps->layer + maps->layers - 1, *hidden = last - 1;
    walk_maps_need_dd(maps, maps->layers - 3);
    if (!maps->in_balls)
        maps->in_balls =
            fold_new(hidden->rounded, last->rounded, hidden[-1].rounded->stride, maps->columns);
    if (!turn_units(maps, maps->in_balls))
        make_rows(maps, maps->in_balls);
    return 1;
}

void walk_maps_fold_balls(ball *row, const walk_maps *maps, size_t output)
{
    for (size_t c = 0; c < maps->columns; c++)
        row[c] = ball_rows_get(&maps->in_balls->row, output, c);
}
