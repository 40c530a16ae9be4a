// A table of text: row by row, as a file, as a chart.
#include "draw/table.h"

#include "base/memory.h"
#include "draw/palette.h"
#include "draw/picture.h"
#include "exact/rational.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// Cells are taken out of text, which is overwritten.
static void add_row(table *t, char *text)
{
    MEMORY_RESERVE(t->cell, t->capacity, (t->rows + 1) * t->columns);
    for (size_t i = 0; i < t->columns; i++) {
        char *cell = strsep(&text, ",");
        assert(cell);
        t->cell[t->rows * t->columns + i] = memory_copy_text(cell);
    }
    assert(!text);
    t->rows++;
}

void table_init(table *t, const char *names)
{
    *t = (table){.columns = 1};
    for (const char *c = names; *c; c++)
        t->columns += *c == ',';
    char *text = memory_copy_text(names);
    add_row(t, text);
    free(text);
}

void table_clear(table *t)
{
    for (size_t i = 0; i < t->rows * t->columns; i++)
        free(t->cell[i]);
    free(t->cell);
    *t = (table){0};
}

void table_add(table *t, const char *format, ...)
{
    char *text;
    va_list arguments;
    va_start(arguments, format);
    text = memory_format_list(format, arguments);
    va_end(arguments);
    add_row(t, text);
    free(text);
}

size_t table_column(const table *t, const char *name)
{
    size_t column = 0;
    while (column < t->columns && strcmp(t->cell[column], name))
        column++;
    assert(column < t->columns);
    return column;
}

size_t table_rows(const table *t)
{
    return t->rows - 1;
}

const char *table_cell(const table *t, size_t row, size_t column)
{
    return t->cell[(row + 1) * t->columns + column];
}

crease_status table_write(const char *path, const table *t, crease_error *error)
{
    out_file file;
    if (out_file_open(&file, path, error))
        return CREASE_ERROR;
    for (size_t i = 0; i < t->rows * t->columns; i++)
        fprintf(file.stream, "%s%s", t->cell[i], (i + 1) % t->columns ? "," : "\r\n");
    return out_file_commit(&file, error);
}

// ---- charts ----

// Legends stand beside the panels.
enum { PANEL_WIDTH = 440, WIDTH = 840, HEIGHT = 440, LEGEND_WIDTH = 280, TICKS = 8 };
// Of an axis beyond the data, on either side.
#define MARGIN 0.04

// The different cells of a column, in the order of their first rows. Borrowed from the table.
typedef struct {
    const char **name;
    size_t count, column;
} grouping;

#define NO_COLUMN ((size_t)-1) // everything is one group

static grouping group_rows(const table *t, const char *column)
{
    grouping g = {.name = memory_new(table_rows(t) + 1, sizeof *g.name),
                  .column = column ? table_column(t, column) : NO_COLUMN};
    for (size_t row = 0; column && row < table_rows(t); row++) {
        const char *cell = table_cell(t, row, g.column);
        size_t i = 0;
        while (i < g.count && strcmp(g.name[i], cell))
            i++;
        if (i == g.count)
            g.name[g.count++] = cell;
    }
    if (!column)
        g.name[g.count++] = NULL;
    return g;
}

static int is_member(const grouping *g, size_t group, const table *t, size_t row)
{
    return g->column == NO_COLUMN || !strcmp(g->name[group], table_cell(t, row, g->column));
}

// "%s" in the pattern is replaced by the name; the caller frees the text.
static char *fill_in(const char *pattern, const char *name)
{
    const char *gap = strstr(pattern, "%s");
    char *text = memory_format("%.*s%s%s", gap ? (int)(gap - pattern) : (int)strlen(pattern),
                               pattern, gap && name ? name : "", gap ? gap + 2 : "");
    return text;
}

// The number in a cell; NAN if it is empty, or not positive on a logarithmic axis.
static double number_in(const table *t, size_t row, const char *column, int logarithmic)
{
    const char *cell = column ? table_cell(t, row, table_column(t, column)) : "";
    double x = *cell ? strtod(cell, NULL) : NAN;
    return logarithmic && x <= 0 ? NAN : x;
}

// An end of an interval; 0 if a logarithmic axis does not reach so far down.
static double end_in(const table *t, size_t row, const char *column, int logarithmic)
{
    double x = number_in(t, row, column, 0);
    return logarithmic && x < 0 ? 0 : x;
}

static int compare_points(const void *left, const void *right)
{
    const chart_point *a = left, *b = right;
    return (a->x > b->x) - (a->x < b->x);
}

// The points of a curve, in the numbers of the table. Those of all series are sorted, and one of
// each x is kept.
static void add_points(chart_curve *to, const table_chart *how, const table_curve *from,
                       const table *t, const grouping *panels, const grouping *series, size_t which)
{
    for (size_t row = 0; row < table_rows(t); row++) {
        chart_point p = {.x = number_in(t, row, how->x, how->log_x),
                         .y = number_in(t, row, from->y, how->log_y),
                         .low = end_in(t, row, from->low, how->log_y),
                         .high = end_in(t, row, from->high, how->log_y)};
        if (is_member(panels, to->panel, t, row) && !isnan(p.x) && !isnan(p.y) &&
            (from->once || is_member(series, which, t, row)))
            chart_add(to, p);
    }
    if (!from->once || !to->points)
        return;
    size_t kept = 1;
    qsort(to->point, to->points, sizeof *to->point, compare_points);
    for (size_t i = 1; i < to->points; i++)
        if (to->point[i].x > to->point[kept - 1].x)
            to->point[kept++] = to->point[i];
    to->points = kept;
}

static void add_curves(chart *shown, const table_chart *how, const table *t, const grouping *panels,
                       const grouping *series)
{
    size_t most = panels->count * series->count * TABLE_CURVES;
    shown->curve = memory_new(most, sizeof *shown->curve);
    for (size_t i = 0; i < most; i++) {
        size_t which = i / TABLE_CURVES % series->count;
        const table_curve *from = &how->curve[i % TABLE_CURVES];
        size_t number = how->series ? which : i % TABLE_CURVES;
        if (!from->y || (from->once && which + 1 < series->count))
            continue;
        chart_curve *to = shown->curve + shown->curves;
        *to = (chart_curve){.panel = i / TABLE_CURVES / series->count,
                            .style = from->style,
                            .ink = from->once ? (colour){0.2, 0.2, 0.2} : palette_curve(number),
                            .mark = number};
        add_points(to, how, from, t, panels, series, which);
        if (!to->points)
            continue; // the place is taken by the next one
        if (chart_is_named(which, series->count))
            to->name = fill_in(from->name, series->name[which]);
        shown->curves++;
    }
}

// ---- axes ----

static void set_double(fmpq_t to, double x)
{
    char text[40];
    int length = snprintf(text, sizeof text, "%.17g", x);
    rational_parse(to, text, (size_t)length, NULL);
}

// The numbers that a panel shows on one side.
typedef struct {
    double lo, hi;
    double value[TICKS]; // the different ones, ascending, if they are at most TICKS
    size_t values;       // TICKS + 1: more
    int whole;           // all are integers
} range;

static void range_add(range *r, double x)
{
    if (isnan(x))
        return;
    r->lo = fmin(r->lo, x);
    r->hi = fmax(r->hi, x);
    r->whole &= x == floor(x);
    size_t i = 0;
    while (i < r->values && i < TICKS && r->value[i] < x)
        i++;
    if (r->values > TICKS || (i < r->values && r->value[i] == x))
        return;
    if (r->values < TICKS) {
        memmove(r->value + i + 1, r->value + i, (r->values - i) * sizeof *r->value);
        r->value[i] = x;
    }
    r->values++;
}

// A little more than the numbers; a single one gets room on both sides.
static void set_ends(axis *along, range *r, int from_zero)
{
    double lo = r->lo, hi = r->hi;
    if (along->logarithmic) {
        double factor = hi > lo ? pow(hi / lo, MARGIN) : 2;
        lo /= factor;
        hi *= factor;
    } else {
        double margin = hi > lo ? MARGIN * (hi - lo) : fmax(fabs(lo), 1) / 2;
        lo = from_zero ? fmin(lo, 0) : lo - margin;
        hi += margin;
    }
    set_double(&along->lo, lo);
    set_double(&along->hi, hi);
}

// Logarithmic axes end near the points: intervals may widen them by the root of their factor, or
// by 2, and go on beyond.
static double at_most(const range *r, double x, int logarithmic)
{
    double factor = fmax(sqrt(r->hi / r->lo), 2);
    return logarithmic ? fmin(fmax(x, r->lo / factor), r->hi * factor) : x;
}

static range range_of(const chart *shown, size_t panel, int side, int logarithmic)
{
    range r = {.lo = INFINITY, .hi = -INFINITY, .whole = 1};
    for (const chart_curve *curve = shown->curve; curve < shown->curve + shown->curves; curve++)
        for (size_t i = 0; curve->panel == panel && i < curve->points; i++)
            range_add(&r, side ? curve->point[i].y : curve->point[i].x);
    if (r.lo > r.hi)
        range_add(&r, 1); // there is nothing to show
    range points = r;
    for (const chart_curve *curve = shown->curve; curve < shown->curve + shown->curves; curve++)
        for (size_t i = 0; side && curve->panel == panel && i < curve->points; i++) {
            const double end[] = {curve->point[i].low, curve->point[i].high};
            for (int e = 0; e < 2; e++)
                if (!isnan(end[e]))
                    range_add(&r, at_most(&points, end[e], logarithmic));
        }
    return r;
}

static double place_of(const axis *along, double x)
{
    fmpq_t exact;
    if (along->logarithmic && x <= 0)
        return -1;
    fmpq_init(exact);
    set_double(exact, x);
    double place = axis_place(along, exact);
    fmpq_clear(exact);
    return place;
}

// Chooses the axes of a panel, and changes its points to parts of it. values: room for the ticks.
static void fit(chart *shown, size_t index, const table_chart *how, range r[2])
{
    chart_panel *panel = shown->panel + index;
    for (int side = 0; side < 2; side++) {
        axis *along = panel->side + side;
        axis_init(along);
        r[side] = range_of(shown, index, side, side ? how->log_y : how->log_x);
        along->label = side ? how->y_label : how->x_label ? how->x_label : how->x;
        along->logarithmic = side ? how->log_y : how->log_x;
        along->whole = !side && r[0].whole;
        // Sizes that grow by factors are known by their own numbers.
        if (!side && along->logarithmic && along->whole && r[0].values <= TICKS) {
            along->value = r[0].value;
            along->values = r[0].values;
        }
        set_ends(along, r + side, side && how->from_zero);
    }
    for (chart_curve *curve = shown->curve; curve < shown->curve + shown->curves; curve++)
        for (size_t i = 0; curve->panel == index && i < curve->points; i++) {
            chart_point *p = curve->point + i;
            int has_interval = !isnan(p->low) && !isnan(p->high);
            p->x = place_of(panel->side, p->x);
            p->y = place_of(panel->side + 1, p->y);
            p->low = has_interval ? place_of(panel->side + 1, p->low) : 1;
            p->high = has_interval ? place_of(panel->side + 1, p->high) : 0;
        }
}

static void paint(canvas *page, const void *shown, int width, int height)
{
    chart_paint(page, shown, width, height);
}

crease_status table_draw(const char *path, const table_chart *how, const table *t,
                         crease_error *error)
{
    out_file file;
    if (out_file_open(&file, path, error))
        return CREASE_ERROR;
    grouping panels = group_rows(t, how->panel), series = group_rows(t, how->series);
    chart shown = {.title = how->title, .panels = panels.count};
    range(*ranges)[2] = memory_new(panels.count, sizeof *ranges);
    shown.panel = memory_new(panels.count, sizeof *shown.panel);
    add_curves(&shown, how, t, &panels, &series);
    for (size_t i = 0; i < panels.count; i++) {
        fit(&shown, i, how, ranges[i]);
        shown.panel[i].title = panels.name[i];
    }
    int width = panels.count > 1 ? (int)panels.count * PANEL_WIDTH + LEGEND_WIDTH : WIDTH;
    picture_page page = {.format = how->format, .width = width, .height = HEIGHT};
    crease_status status = picture_draw(&file, &page, paint, &shown, error);
    for (size_t i = 0; i < shown.curves; i++)
        free((char *)shown.curve[i].name);
    chart_clear(&shown);
    free(ranges);
    free(panels.name);
    free(series.name);
    if (status == CREASE_OK)
        return out_file_commit(&file, error);
    out_file_abort(&file);
    return status;
}
