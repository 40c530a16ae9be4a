// Linear forms in the errors of the rows of a layer. filter.md, 19.
#include "tree/error_forms.h"

#include "base/fatal.h"
#include "exact/kernels.h"
#include "exact/versions.h"
#include <string.h>

void forms_init(error_forms *forms, arena *memory, size_t rows)
{
    forms->entry = arena_new(memory, (rows + 1) * ERROR_COLUMNS, sizeof *forms->entry);
    forms->listed = arena_new(memory, kernel_stride(rows), sizeof *forms->listed);
}

void form_pair_init(form_pair *pair, arena *memory, size_t rows)
{
    forms_init(&pair->forms, memory, rows);
    forms_init(&pair->next, memory, rows);
    pair->slope = arena_new(memory, rows, sizeof *pair->slope);
    pair->place = arena_new(memory, rows, sizeof *pair->place);
}

// ---- one layer back ----

// `width` quads of two rows of the next forms. Constant widths keep the sums in registers.
IN_LINE void sum_two(double *const out[2], quad *squares, const double *entry, size_t apart,
                     const error_forms *forms, const double *const weight[2], const double slope[2],
                     size_t width)
{
    quad first[4] = {{0}}, second[4] = {{0}};
    for (size_t k = 0; k < forms->count; k++) {
        const double w0 = weight[0][forms->listed[k]], w1 = weight[1][forms->listed[k]];
        UNROLLED
        for (size_t v = 0; v < width; v++) {
            const quad g = *(const quad *)(entry + k * apart + QUAD * v);
            first[v] += g * w0;
            second[v] += g * w1;
        }
    }
    UNROLLED
    for (size_t v = 0; v < width; v++) {
        first[v] *= slope[0];
        second[v] *= slope[1];
        *(quad *)(out[0] + QUAD * v) = first[v];
        *(quad *)(out[1] + QUAD * v) = second[v];
        *squares += first[v] * first[v] + second[v] * second[v];
    }
}

// The next forms, if all weights are stored, and the sum of their squares. An odd unit is summed
// twice.
VERSIONS
static double forms_sum(error_forms *next, const error_forms *forms, const double *weight,
                        size_t stride, const uint32_t *unit, const double *slope)
{
    enum { MOST = 4 };
    const size_t n = forms->columns;
    quad squares = {0};
    for (size_t i = 0; i < next->count; i += 2) {
        const size_t j = i + 1 < next->count ? i + 1 : i;
        const double *const weights[2] = {weight + unit[i] * stride, weight + unit[j] * stride};
        const double slopes[2] = {slope ? slope[i] : 1, slope ? slope[j] : 1};
        double *const out[2] = {next->entry + i * n, next->entry + j * n};
        for (size_t from = 0; from < n; from += MOST * QUAD) {
            double *const part[2] = {out[0] + from, out[1] + from};
            const double *entry = forms->entry + from;
            const size_t left = (n - from) / QUAD;
            if (left >= MOST)
                sum_two(part, &squares, entry, n, forms, weights, slopes, MOST);
            else if (left == 3)
                sum_two(part, &squares, entry, n, forms, weights, slopes, 3);
            else if (left == 2)
                sum_two(part, &squares, entry, n, forms, weights, slopes, 2);
            else
                sum_two(part, &squares, entry, n, forms, weights, slopes, 1);
        }
    }
    return (squares[0] + squares[1]) + (squares[2] + squares[3]);
}

// The same if weights are stored by entries.
static double sum_entries(form_pair *s, const rounded_layer *net, const uint32_t *unit,
                          const double *slope)
{
    error_forms *forms = &s->forms;
    const size_t n = forms->columns;
    for (size_t j = 0; j < net->rows; j++)
        s->place[j] = (uint32_t)forms->count;
    for (size_t k = 0; k < forms->count; k++)
        s->place[forms->listed[k]] = (uint32_t)k;
    memset(forms->entry + forms->count * n, 0, n * sizeof *forms->entry);
    for (size_t i = 0; i < s->next.count; i++) {
        const sparsity_row entries = sparsity_row_of(&net->support, unit[i]);
        double *out = s->next.entry + i * n;
        memset(out, 0, n * sizeof *out);
        for (size_t k = 0; k < entries.count; k++) {
            const double *row = forms->entry + s->place[entries.column[k]] * n;
            const double factor = net->weight[entries.first + k] * (slope ? slope[i] : 1);
            for (size_t v = 0; v < n; v++)
                out[v] += factor * row[v];
        }
    }
    return kernel_square_sum(s->next.entry, s->next.count * n);
}

// Lists the units of a layer whose outputs are not constant. Returns their slopes, or NULL if all
// are 1.
static const double *list_units(error_forms *next, double *slope, const map_view *map)
{
    const rounded_layer *net = map->net;
    size_t count = 0;
    if (net->is_plain) {
        next->count = kernel_list(next->listed, map->pattern, net->units);
        return NULL;
    }
    for (uint32_t i = 0; i < net->units; i++) {
        slope[count] = net->slope[net->unit.piece[i] + map->pattern[i]];
        next->listed[count] = i;
        count += slope[count] != 0;
    }
    next->count = count;
    return slope;
}

// Replaces units by the rows that their outputs are multiples of.
static void rows_of_units(error_forms *next, const map_view *map)
{
    const rounded_layer *net = map->net;
    for (size_t k = 0; k < next->count && !net->is_plain; k++) {
        const uint32_t unit = next->listed[k];
        next->listed[k] = net->source[net->unit.piece[unit] + map->pattern[unit]];
    }
}

static void swap_forms(form_pair *s)
{
    const error_forms forms = s->forms;
    s->forms = s->next;
    s->next = forms;
}

double forms_step_back(form_pair *s, const map_view *map)
{
    const rounded_layer *net = map->net;
    error_forms *next = &s->next;
    const double *slope = list_units(next, s->slope, map->before);
    next->columns = s->forms.columns;
    const double squares = rounded_is_sparse(net) ? sum_entries(s, net, next->listed, slope)
                                                  : forms_sum(next, &s->forms, net->weight,
                                                              net->stride, next->listed, slope);
    rows_of_units(next, map->before);
    swap_forms(s);
    return squares;
}

double forms_multiply(form_pair *s, const error_forms *by)
{
    ASSERT(s->forms.count <= by->columns);
    error_forms *next = &s->next;
    next->columns = s->forms.columns;
    next->count = by->count;
    for (uint32_t k = 0; k < by->count; k++)
        next->listed[k] = k;
    for (uint32_t k = 0; k < s->forms.count; k++)
        s->forms.listed[k] = k;
    const double squares = forms_sum(next, &s->forms, by->entry, by->columns, next->listed, NULL);
    memcpy(next->listed, by->listed, by->count * sizeof *by->listed);
    swap_forms(s);
    return squares;
}

double forms_step_error(const map_view *map)
{
    const rounded_layer *net = map->net, *from = map->before->net;
    const double rows = (double)net->rows + 8, steepest = 1 + from->steepest;
    return FILTER_UNIT * rows * net->sizes * steepest +
           FILTER_TINY * rows * ((double)from->rows + 8) * steepest * (1 + net->sizes);
}

// ---- at the start ----

void forms_begin(error_forms *forms, size_t count, size_t columns)
{
    forms->columns = (columns + QUAD - 1) / QUAD * QUAD;
    forms->count = count;
    memset(forms->entry, 0, count * forms->columns * sizeof *forms->entry);
}

size_t forms_begin_outputs(double *squares, form_pair *s, const map_view *map, size_t from)
{
    error_forms *forms = &s->forms;
    const double *slope = list_units(forms, s->slope, map);
    const size_t left = forms->count - from, count = left < ERROR_COLUMNS ? left : ERROR_COLUMNS;
    rows_of_units(forms, map);
    memmove(forms->listed, forms->listed + from, count * sizeof *forms->listed);
    forms_begin(forms, count, count);
    *squares = 0;
    for (size_t k = 0; k < count; k++) {
        const double factor = slope ? slope[from + k] : 1;
        forms->entry[k * forms->columns + k] = factor;
        *squares += factor * factor;
    }
    return left - count;
}
