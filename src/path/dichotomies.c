// Dichotomies: the points of a sweep in several threads, then merged.
#include "base/error.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "exact/row_table.h"
#include "path/turning.h"
#include <crease/path.h>
#include <flint/fmpq_vec.h>
#include <stdlib.h>
#include <string.h>

enum { SEGMENT = 2, SQUARE = 4, VERTICES = 256 };
enum { LEAST_VERTICES = 3, MOST_VERTICES = 10000, MOST_REACH = 1000000 };

// ---- merging ----

typedef struct {
    const flip_list *of;
    size_t point, index;
    double low, high; // the place lies between them
} event;

static event *events_new(size_t *count, const flip_list *flips, size_t points)
{
    size_t total = 0, next = 0;
    for (size_t p = 0; p < points; p++)
        total += flips[p].count;
    event *events = memory_new(total, sizeof *events);
    for (size_t p = 0; p < points; p++)
        for (size_t i = 0; i < flips[p].count; i++)
            events[next++] =
                (event){flips + p, p, i, ball_low(flips[p].at[i]), ball_high(flips[p].at[i])};
    *count = total;
    return events;
}

static int compare_ranges(const void *a, const void *b)
{
    const event *first = a, *second = b;
    const int order = (first->low > second->low) - (first->low < second->low);
    return order ? order : (first->high > second->high) - (first->high < second->high);
}

// -1, 1: one is surely before the other; 0: not known.
static int surely(const event *first, const event *second)
{
    return first->high < second->low ? -1 : first->low > second->high;
}

// Wider ones are too wide for the place that crease_dichotomies promises.
static int is_narrow(const event *e)
{
    return e->high - e->low <= 1e-6;
}

static void mark(char *needed, const event *events, size_t from, size_t to)
{
    size_t first = events[from].point, several = 0;
    for (size_t i = from; i < to; i++)
        several |= events[i].point != first;
    for (size_t i = from; i < to; i++)
        if (several || !is_narrow(events + i))
            needed[events[i].point] = 1;
}

// In the order of their lower ends, ranges that overlap hang together in runs, at whose end
// everything before is less than everything after. Two ranges of one point need no marks.
// Marks those points whose flips doubles cannot distinguish from another point's, or do not
// place: needed[p].
static void labels_need_exact(char *needed, const flip_list *flips, size_t points)
{
    size_t count;
    event *events = events_new(&count, flips, points);
    if (count)
        qsort(events, count, sizeof *events, compare_ranges);
    size_t from = 0, highest = 0;
    for (size_t i = 1; i < count; i++) {
        if (surely(events + highest, events + i) < 0) {
            mark(needed, events, from, i);
            from = highest = i;
        } else if (events[i].high > events[highest].high) {
            highest = i;
        }
    }
    if (count)
        mark(needed, events, from, count);
    free(events);
}

// The order of the places: by ranges if these decide, else by rationals, which both points have
// then. Flips of one point are at different places, in the order of the list.
static int dichotomies_compare(const void *a, const void *b)
{
    const event *first = a, *second = b;
    if (first->point == second->point)
        return (first->index > second->index) - (first->index < second->index);
    int order = surely(first, second);
    if (!order)
        order = fmpq_cmp(first->of->exact + first->index, second->of->exact + second->index);
    return order;
}

static int same_place(const event *first, const event *second)
{
    return first->point != second->point && !dichotomies_compare(first, second);
}

static int compare_ties(const void *a, const void *b)
{
    int order = dichotomies_compare(a, b);
    size_t p = ((const event *)a)->point, q = ((const event *)b)->point;
    return order ? order : (p > q) - (p < q);
}

// How many rows are different, up to each of them.
static void count_rows(crease_dichotomies *result, size_t rows)
{
    row_table seen;
    row_table_init(&seen);
    result->seen = memory_new(rows, sizeof *result->seen);
    for (size_t i = 0; i < rows; i++) {
        row_table_enter_bytes(&seen, result->labels + i * result->points, result->points);
        result->seen[i] = seen.count;
    }
    result->distinct = seen.count;
    row_table_clear(&seen);
}

// ---- The result ----

// Fills in what crease_dichotomies has on transitions, flips, labels and places. Points with a
// mark must have been refined; exact: all of them have, and places are wanted.
static void labels_merge(crease_dichotomies *result, const flip_list *flips, size_t points,
                         int exact)
{
    size_t count, next = 0;
    event *events = events_new(&count, flips, points);
    if (count)
        qsort(events, count, sizeof *events, compare_ties);
    result->flips = count;
    for (size_t i = 0; i < count; i++)
        result->transitions += !i || !same_place(events + i - 1, events + i);
    size_t places = result->transitions, rows = places ? places : 1;
    result->labels = memory_new(rows * points, 1);
    result->place = memory_new(places, sizeof *result->place);
    if (exact)
        result->exact = _fmpq_vec_init((slong)places);
    for (size_t p = 0; p < points; p++)
        result->labels[p] = (char)('0' + flips[p].last);
    for (size_t i = 0; i < places; i++) {
        char *labels = result->labels + i * points;
        if (i)
            memcpy(labels, labels - points, points);
        const event *first = events + next;
        result->place[i] = first->of->exact ? fmpq_get_d(first->of->exact + first->index)
                                            : first->of->at[first->index].value.high;
        if (exact)
            fmpq_set(result->exact + i, first->of->exact + first->index);
        do
            labels[events[next].point] =
                (char)('0' + flips_label(events[next].of, events[next].index));
        while (++next < count && same_place(first, events + next));
    }
    free(events);
    count_rows(result, rows);
}

// ---- the points in several threads ----

typedef struct {
    turning of;
    crease_sweep wanted;
    const fmpq *points;
    size_t count;
    flip_list *flips;
    char *needed; // the points whose places are wanted as rationals
    int again;    // only these
    run_limits limits;
} sweeping;

// One for each thread.
typedef struct {
    run_ticker ticker;
    uint64_t pieces;
} tally;

static void init_tally(void *data, void *state)
{
    sweeping *s = data;
    *(tally *)state = (tally){.ticker = {.limits = &s->limits}};
}

// The whole of a point's work.
static crease_status sweep_point(void *data, void *state, size_t p, crease_error *error)
{
    (void)error;
    sweeping *s = data;
    tally *t = state;
    flip_list *flips = s->flips + p;
    if (s->again && (!s->needed[p] || flips->exact))
        return CREASE_OK;
    flips_clear(flips);
    if (!flips_find(flips, &s->of, s->points + p * s->of.net->inputs, s->needed[p],
                    s->limits.options->arith, &t->ticker, t->pieces))
        return CREASE_STOPPED;
    t->pieces += flips->pieces;
    return CREASE_OK;
}

static crease_status dichotomies_run(sweeping *s)
{
    parallel work = {.jobs = s->count,
                     .threads = s->limits.options->threads,
                     .limits = &s->limits,
                     .data = s,
                     .run = sweep_point,
                     .state_size = sizeof(tally),
                     .init = init_tally};
    return parallel_run(&work, NULL);
}

// ---- Arguments ----

static crease_status check_other(const sweeping *s, crease_error *error)
{
    const size_t l = s->wanted.layer;
    const crease_net *other = s->of.other;
    if (l >= other->layers) {
        error_set(error, "expected a network of at least %zu layers, found %zu", l + 1,
                  other->layers);
        return error_where(error, "with");
    }
    const net_layer *from = s->of.net->layer + l, *to = other->layer + l;
    if (from->inputs == to->inputs && from->rows == to->rows)
        return CREASE_OK;
    error_set(error, "expected %zu x %zu weights in layer %zu (index %zu), found %zu x %zu",
              from->rows, from->inputs, l + 1, l, to->rows, to->inputs);
    return error_where(error, "with");
}

static crease_status check_sweep(const sweeping *s, crease_error *error)
{
    const size_t layers = s->of.net->layers, outputs = crease_net_outputs(s->of.net);
    const crease_sweep *how = &s->wanted;
    const char *field;
    if (how->layer >= layers) {
        field = "layer";
        error_set(error, "expected a layer from 0 to %zu, found %zu", layers - 1, how->layer);
    } else if (how->label >= outputs) {
        field = "label";
        error_set(error, "expected an output from 0 to %zu, found %zu", outputs - 1, how->label);
    } else if (how->vertices && (how->vertices < LEAST_VERTICES || how->vertices > MOST_VERTICES)) {
        field = "vertices";
        error_set(error, "expected from %d to %d vertices, found %zu", LEAST_VERTICES,
                  MOST_VERTICES, how->vertices);
    } else if (how->reach > MOST_REACH || (how->reach && how->vertices)) {
        field = "reach";
        error_set(error, "expected a reach of at most %d and no vertices, found %zu", MOST_REACH,
                  how->reach);
    } else if (s->limits.options->arith == CREASE_FLOAT) {
        field = "arith";
        error_set(error, "expected filtered or exact, found float");
    } else if (!s->count) {
        return error_set(error, "expected a point, found none");
    } else {
        return check_other(s, error);
    }
    return error_where(error, "%s", field);
}

// Once for all points; again for those whose places doubles do not decide.
static crease_status dichotomies_find(crease_dichotomies *result, sweeping *s)
{
    for (size_t p = 0; p < s->count; p++)
        s->needed[p] = s->wanted.exact || s->limits.options->arith == CREASE_EXACT;
    if (dichotomies_run(s))
        return CREASE_STOPPED;
    labels_need_exact(s->needed, s->flips, s->count);
    s->again = 1;
    if (dichotomies_run(s))
        return CREASE_STOPPED;
    labels_merge(result, s->flips, s->count, s->wanted.exact);
    for (size_t p = 0; p < s->count; p++) {
        result->flips_of[p] = s->flips[p].count;
        result->pieces += s->flips[p].pieces;
        result->refined += s->needed[p] != 0;
    }
    return CREASE_OK;
}

static crease_status sweep_points(crease_dichotomies *result, sweeping *s)
{
    result->on_circle = !s->of.reach && turning_is_homogeneous(&s->of);
    s->of.vertices = s->of.reach ? SEGMENT : s->of.vertices;
    if (!s->of.vertices)
        s->of.vertices = result->on_circle ? SQUARE : VERTICES;
    s->flips = memory_new(s->count, sizeof *s->flips);
    s->needed = memory_new(s->count, 1);
    result->points = s->count;
    result->vertices = s->of.vertices;
    result->threads = parallel_threads(s->limits.options->threads, s->count);
    result->flips_of = memory_new(s->count, sizeof *result->flips_of);
    crease_status status = dichotomies_find(result, s);
    result->complete = status == CREASE_OK;
    result->seconds = run_limits_seconds(&s->limits);
    for (size_t p = 0; p < s->count; p++)
        flips_clear(s->flips + p);
    free(s->flips);
    free(s->needed);
    return status;
}

crease_status crease_dichotomies_sweep(crease_dichotomies *result, const crease_net *net,
                                       const crease_net *other, const fmpq *points, size_t count,
                                       const crease_sweep *wanted, const crease_options *options,
                                       crease_error *error)
{
    static const crease_sweep defaults;
    *result = (crease_dichotomies){0};
    sweeping s = {.wanted = wanted ? *wanted : defaults, .points = points, .count = count};
    s.of = (turning){net, other, s.wanted.layer, s.wanted.label, s.wanted.vertices, s.wanted.reach};
    run_limits_init(&s.limits, options);
    crease_status status = check_sweep(&s, error);
    if (status == CREASE_OK)
        status = sweep_points(result, &s);
    run_limits_clear(&s.limits);
    return status;
}

void crease_dichotomies_clear(crease_dichotomies *result)
{
    if (result->exact)
        _fmpq_vec_clear(result->exact, (slong)result->transitions);
    free(result->flips_of);
    free(result->labels);
    free(result->place);
    free(result->seen);
    *result = (crease_dichotomies){0};
}
