// The flips of several points on one path, merged.
#include "path/labels.h"

#include "base/memory.h"
#include <flint/fmpq_vec.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const flip_list *of;
    size_t point, index;
} event;

static event *events_new(size_t *count, const flip_list *flips, size_t points)
{
    size_t total = 0, next = 0;
    for (size_t p = 0; p < points; p++)
        total += flips[p].count;
    event *events = memory_new(total, sizeof *events);
    for (size_t p = 0; p < points; p++)
        for (size_t i = 0; i < flips[p].count; i++)
            events[next++] = (event){flips + p, p, i};
    *count = total;
    return events;
}

static const span *span_of(const event *e)
{
    return e->of->at + e->index;
}

static int compare_spans(const void *a, const void *b)
{
    return span_compare(span_of(a), span_of(b));
}

// Wider ones do not tell a place as crease_dichotomies promises.
static int is_narrow(const span *of)
{
    return of->hi - of->lo <= 1e-6;
}

static void mark(char *needed, const event *events, size_t from, size_t to)
{
    size_t first = events[from].point, several = 0;
    for (size_t i = from; i < to; i++)
        several |= events[i].point != first;
    for (size_t i = from; i < to; i++)
        if (several || !is_narrow(span_of(events + i)))
            needed[events[i].point] = 1;
}

// In the order of their lower ends, spans that overlap hang together in runs, at whose end
// everything before is less than everything after. Two spans of one point need no marks.
void labels_need_exact(char *needed, const flip_list *flips, size_t points)
{
    size_t count;
    event *events = events_new(&count, flips, points);
    if (count)
        qsort(events, count, sizeof *events, compare_spans);
    size_t from = 0, highest = 0;
    for (size_t i = 1; i < count; i++) {
        if (span_order(span_of(events + highest), span_of(events + i)) < 0) {
            mark(needed, events, from, i);
            from = highest = i;
        } else if (span_of(events + i)->hi > span_of(events + highest)->hi) {
            highest = i;
        }
    }
    if (count)
        mark(needed, events, from, count);
    free(events);
}

// The order of the places: by spans if they tell, else by rationals, which both points have
// then. Flips of one point are at different places, in the order of the list.
static int compare_events(const void *a, const void *b)
{
    const event *first = a, *second = b;
    if (first->point == second->point)
        return (first->index > second->index) - (first->index < second->index);
    int order = span_order(span_of(first), span_of(second));
    if (!order)
        order = fmpq_cmp(first->of->exact + first->index, second->of->exact + second->index);
    return order;
}

static int same_place(const event *first, const event *second)
{
    return first->point != second->point && !compare_events(first, second);
}

static int compare_ties(const void *a, const void *b)
{
    int order = compare_events(a, b);
    size_t p = ((const event *)a)->point, q = ((const event *)b)->point;
    return order ? order : (p > q) - (p < q);
}

// ---- Different rows ----

typedef struct {
    const char *labels;
    size_t points, index;
} row;

static int compare_rows(const void *a, const void *b)
{
    const row *first = a, *second = b;
    int order = memcmp(first->labels, second->labels, first->points);
    return order ? order : (first->index > second->index) - (first->index < second->index);
}

static void count_rows(crease_dichotomies *result, size_t rows)
{
    size_t points = result->points;
    row *sorted = memory_new(rows, sizeof *sorted);
    result->seen = memory_new(rows, sizeof *result->seen);
    for (size_t i = 0; i < rows; i++)
        sorted[i] = (row){result->labels + i * points, points, i};
    qsort(sorted, rows, sizeof *sorted, compare_rows);
    for (size_t i = 0; i < rows; i++)
        if (!i || memcmp(sorted[i - 1].labels, sorted[i].labels, points) != 0)
            result->seen[sorted[i].index] = 1;
    for (size_t i = 1; i < rows; i++)
        result->seen[i] += result->seen[i - 1];
    result->distinct = result->seen[rows - 1];
    free(sorted);
}

// ---- The result ----

static void set_exact(fmpq_t exact, const event *e)
{
    fmpq_set(exact, e->of->exact + e->index);
}

static void set_place(double *at, const event *e)
{
    *at = e->of->exact ? fmpq_get_d(e->of->exact + e->index) : span_middle(span_of(e));
}

void labels_merge(crease_dichotomies *result, const flip_list *flips, size_t points, int exact)
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
        set_place(result->place + i, first);
        if (exact)
            set_exact(result->exact + i, first);
        do
            labels[events[next].point] =
                (char)('0' + flips_label(events[next].of, events[next].index));
        while (++next < count && same_place(first, events + next));
    }
    free(events);
    count_rows(result, rows);
}
