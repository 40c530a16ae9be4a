// Local search in doubles for a point of a box where an objective of inputs and outputs is large.
#include "function/climb.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/random.h"
#include "exact/kernels.h"
#include "exact/rational.h"
#include "exact/versions.h"
#include <math.h>
#include <string.h>

typedef struct {
    const climb_task *task;
    size_t dimension;
    random_state random;
    arena memory;
    // By layer: of each unit the row that decides it, and its slope there.
    uint32_t **row;
    double **slope;
    double **turned;               // of each layer that is not sparse its weights, row by row
    uint32_t *list;                // scratch: numbers that are not 0
    double *before, *after, *rows; // of units and rows of a layer
    double *point, *next, *uphill; // dimension: points, and the gradient at the first
    double work;                   // of one evaluation
} climber;

// The weights of a layer row by row, each padded.
static double *turn_weights(arena *memory, const rounded_layer *layer)
{
    const size_t apart = kernel_stride(layer->inputs);
    double *turned = arena_new(memory, layer->rows * apart, sizeof *turned);
    for (size_t i = 0; i < layer->inputs; i++)
        for (size_t j = 0; j < layer->rows; j++)
            turned[j * apart + i] = layer->weight[i * layer->stride + j];
    return turned;
}

static void climber_init(climber *c, const climb_task *task)
{
    const rounded_net *net = task->net;
    size_t widest = net->dimension;
    *c = (climber){.task = task, .dimension = net->dimension};
    random_seed(&c->random, task->seed);
    arena_init(&c->memory);
    c->row = arena_new(&c->memory, net->layers, sizeof *c->row);
    c->slope = arena_new(&c->memory, net->layers, sizeof *c->slope);
    c->turned = arena_new(&c->memory, net->layers, sizeof *c->turned);
    for (size_t l = 0; l < net->layers; l++) {
        const rounded_layer *layer = net->layer + l;
        c->row[l] = arena_new(&c->memory, layer->units, sizeof **c->row);
        c->slope[l] = arena_new(&c->memory, layer->units, sizeof **c->slope);
        c->turned[l] = rounded_is_sparse(layer) ? NULL : turn_weights(&c->memory, layer);
        widest = FLINT_MAX(FLINT_MAX(widest, layer->units), layer->stride);
        c->work += rounded_is_sparse(layer) ? (double)layer->support.start[layer->inputs]
                                            : (double)(layer->inputs * layer->stride);
    }
    widest = kernel_stride(widest);
    c->list = arena_new(&c->memory, widest, sizeof *c->list);
    double **all[] = {&c->before, &c->after, &c->rows, &c->point, &c->next, &c->uphill};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        *all[i] = arena_new(&c->memory, widest, sizeof **all[i]);
}

// ---- Forward and back ----

// sum += the columns in a list times factors; columns are `apart` numbers long.
VERSIONS
static void add_columns(double *restrict sum, const double *restrict column, size_t apart,
                        const uint32_t *restrict list, size_t count, const double *restrict factor)
{
    for (size_t j = 0; j < apart; j += LANES) {
        lanes total = *(const lanes *)(sum + j);
        for (size_t k = 0; k < count; k++)
            total += *(const lanes *)(column + list[k] * apart + j) * factor[list[k]];
        *(lanes *)(sum + j) = total;
    }
}

static size_t list_nonzero(uint32_t *list, const double *number, size_t count)
{
    size_t listed = 0;
    for (size_t i = 0; i < count; i++) {
        list[listed] = (uint32_t)i;
        listed += number[i] != 0;
    }
    return listed;
}

static void climb_rows(climber *c, const rounded_layer *layer)
{
    double *row = c->rows;
    memcpy(row, layer->bias, layer->stride * sizeof *row);
    const size_t listed = list_nonzero(c->list, c->before, layer->inputs);
    if (!rounded_is_sparse(layer)) {
        add_columns(row, layer->weight, layer->stride, c->list, listed, c->before);
        return;
    }
    for (size_t n = 0; n < listed; n++) {
        const size_t i = c->list[n];
        for (size_t k = layer->support.start[i]; k < layer->support.start[i + 1]; k++)
            row[layer->support.column[k]] += layer->weight[k] * c->before[i];
    }
}

static size_t piece_of(const rounded_layer *net, const double *row, size_t unit)
{
    ASSERT(unit < net->units);
    const size_t pieces = unit_pieces(&net->unit, unit), first = net->unit.piece[unit];
    const size_t own = net->source[first];
    const bool is_maxout = unit_rows(&net->unit, unit) > 1;
    size_t piece = 0;
    for (size_t p = 1; p < pieces; p++)
        if (is_maxout ? row[net->source[first + p]] > row[net->source[first + piece]]
                      : row[own] > net->breakpoint[(p - 1) * net->stride + own])
            piece = p;
    return first + piece;
}

static double climb_value(climber *c, const double *u)
{
    const rounded_net *net = c->task->net;
    memcpy(c->before, u, c->dimension * sizeof *u);
    for (size_t l = 0; l < net->layers; l++) {
        const rounded_layer *layer = net->layer + l;
        climb_rows(c, layer);
        for (size_t unit = 0; unit < layer->units; unit++) {
            const size_t piece = piece_of(layer, c->rows, unit);
            c->row[l][unit] = layer->source[piece];
            c->slope[l][unit] = layer->slope[piece];
            c->before[unit] =
                layer->slope[piece] * c->rows[layer->source[piece]] + layer->offset[piece];
        }
    }
    run_poll((size_t)c->work);
    return c->task->value(c->task->data, u, c->before);
}

// The gradient where the latest value is.
static void climb_gradient(climber *c)
{
    const rounded_net *net = c->task->net;
    memset(c->after, 0, net->layer[net->layers - 1].units * sizeof *c->after);
    memset(c->uphill, 0, c->dimension * sizeof *c->uphill);
    c->task->slope(c->task->data, c->uphill, c->after);
    for (size_t l = net->layers; l-- > 0;) {
        const rounded_layer *layer = net->layer + l;
        memset(c->rows, 0, layer->stride * sizeof *c->rows);
        for (size_t unit = 0; unit < layer->units; unit++)
            c->rows[c->row[l][unit]] += c->after[unit] * c->slope[l][unit];
        memset(c->after, 0, kernel_stride(layer->inputs) * sizeof *c->after);
        if (rounded_is_sparse(layer)) {
            for (size_t i = 0; i < layer->inputs; i++)
                for (size_t k = layer->support.start[i]; k < layer->support.start[i + 1]; k++)
                    c->after[i] += layer->weight[k] * c->rows[layer->support.column[k]];
        } else {
            const size_t listed = list_nonzero(c->list, c->rows, layer->rows);
            add_columns(c->after, c->turned[l], kernel_stride(layer->inputs), c->list, listed,
                        c->rows);
        }
    }
    for (size_t i = 0; i < c->dimension; i++)
        c->uphill[i] += c->after[i];
    run_poll((size_t)c->work);
}

// ---- One start ----

// The middle, then random points and corners in turn.
static void climb_start(climber *c, size_t number)
{
    const climb_task *task = c->task;
    for (size_t i = 0; i < c->dimension; i++) {
        const double share = (double)(random_bits(&c->random) >> 11) * 0x1p-53;
        const double fraction = number == 0 ? 0.5 : number % 2 ? share : (double)(share < 0.5);
        c->point[i] =
            fmin(fmax(task->low[i] + fraction * (task->high[i] - task->low[i]), task->low[i]),
                 task->high[i]);
    }
}

// Moves by a share of the box: all coordinates alike, or as the gradient.
static void climb_move(climber *c, double share, bool alike)
{
    ASSERT(share > 0);
    const climb_task *task = c->task;
    double steepest = 0;
    for (size_t i = 0; i < c->dimension; i++)
        steepest = fmax(steepest, fabs(c->uphill[i]) * (task->high[i] - task->low[i]));
    for (size_t i = 0; i < c->dimension; i++) {
        const double width = task->high[i] - task->low[i], rise = c->uphill[i] * width;
        const double direction = alike ? (double)((rise > 0) - (rise < 0)) : rise / steepest;
        c->next[i] =
            fmin(fmax(c->point[i] + share * width * direction, task->low[i]), task->high[i]);
    }
}

static bool climb_is_level(const climber *c)
{
    size_t i = 0;
    while (i < c->dimension && c->uphill[i] * (c->task->high[i] - c->task->low[i]) == 0)
        i++;
    return i == c->dimension;
}

// Climbs from c->point until steps are too small. Returns the height; *ended: the search is over.
static double climb_from(bool *ended, climber *c, double *spent)
{
    enum { MOST_STEPS = 60 };
    static const double LEAST_SHARE = 0x1p-24;
    const climb_task *task = c->task;
    double height = climb_value(c, c->point), share = 0.5;
    *ended = height >= 0 && task->reached(task->data, c->point);
    climb_gradient(c);
    *spent += 2 * c->work;
    for (int step = 0, failed = 0;
         step < MOST_STEPS && share > LEAST_SHARE && !*ended && !run_is_cancelled(); step++) {
        if (climb_is_level(c))
            break;
        climb_move(c, share, (step + failed) % 2 == 0);
        const double value = climb_value(c, c->next);
        *spent += c->work;
        if (!(value > height)) {
            share *= failed ? 0.25 : 1; // neither kind of step goes up
            failed = !failed;
            continue;
        }
        *ended = value >= 0 && task->reached(task->data, c->next);
        double *const old = c->point;
        c->point = c->next;
        c->next = old;
        height = value;
        climb_gradient(c);
        *spent += c->work;
        failed = 0;
    }
    return height;
}

bool climb_search(double *best, const climb_task *task, double work)
{
    ASSERT(task->net && task->value && task->slope);
    ASSERT(task->value && task->slope && task->reached);
    enum { MOST_STARTS = 256 };
    climber c;
    climber_init(&c, task);
    double highest = -HUGE_VAL, spent = 0;
    bool ended = false;
    for (size_t s = 0; s < MOST_STARTS && !ended && !run_is_cancelled() && (s == 0 || spent < work);
         s++) {
        climb_start(&c, s);
        const double height = climb_from(&ended, &c, &spent);
        if (!(height > highest) && s > 0)
            continue;
        highest = height;
        memcpy(best, c.point, c.dimension * sizeof *best);
    }
    arena_clear(&c.memory);
    return ended;
}

bool climb_box(double *low, double *high, const fmpq *lo, const fmpq *hi, size_t dimension)
{
    fmpq_t x;
    fmpq_init(x);
    bool is_box = true;
    for (size_t i = 0; i < dimension && is_box; i++) {
        low[i] = rational_double(lo + i);
        high[i] = rational_double(hi + i);
        is_box = isfinite(high[i]) && isfinite(low[i]) && isfinite(high[i] - low[i]);
        if (!is_box)
            break;
        rational_set_double(x, low[i]);
        if (fmpq_cmp(x, lo + i) < 0)
            low[i] = nextafter(low[i], HUGE_VAL);
        rational_set_double(x, high[i]);
        if (fmpq_cmp(x, hi + i) > 0)
            high[i] = nextafter(high[i], -HUGE_VAL);
        is_box = low[i] <= high[i];
    }
    fmpq_clear(x);
    return is_box;
}
