// The script of a chart: one block of data for each curve of each series of each panel.
#include "out/diagram.h"

#include "base/error.h"
#include "base/memory.h"
#include "out/file.h"
#include "out/gnuplot.h"
#include "out/palette.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

// Legends stand beside a chart, or below each of several.
enum { PANEL_WIDTH = 440, WIDTH = 840, HEIGHT = 440, PANEL_HEIGHT = 500 };

// The different cells of a column, in the order of their first rows. Borrowed from the table.
typedef struct {
    const char **name;
    size_t count;
    size_t column; // (size_t)-1: there is none, and everything is one group
} grouping;

static void grouping_init(grouping *g, const table *data, const char *column)
{
    g->name = memory_new(table_rows(data) + 1, sizeof *g->name);
    g->count = 0;
    g->column = column ? table_column(data, column) : (size_t)-1;
    for (size_t row = 0; column && row < table_rows(data); row++) {
        const char *cell = table_cell(data, row, g->column);
        size_t i = 0;
        while (i < g->count && strcmp(g->name[i], cell))
            i++;
        if (i == g->count)
            g->name[g->count++] = cell;
    }
    if (!column)
        g->name[g->count++] = "";
}

static int is_member(const grouping *g, size_t group, const table *data, size_t row)
{
    return g->column == (size_t)-1 || !strcmp(g->name[group], table_cell(data, row, g->column));
}

// Between single quotes, with each of them doubled.
static void put_text(FILE *script, const char *text)
{
    putc('\'', script);
    for (; *text; text++)
        fprintf(script, *text == '\'' ? "''" : "%c", *text);
    putc('\'', script);
}

static void put_legend(FILE *script, const char *legend, const char *series)
{
    const char *gap = strstr(legend, "%s");
    char *text;
    if (asprintf(&text, "%.*s%s%s", gap ? (int)(gap - legend) : (int)strlen(legend), legend,
                 gap ? series : "", gap ? gap + 2 : "") < 0)
        abort(); // memory
    put_text(script, text);
    free(text);
}

typedef struct {
    FILE *script;
    const diagram *chart;
    const table *data;
    grouping panels, series;
} drawing;

// Returns how many rows there are.
static size_t put_data(const drawing *d, const diagram_curve *curve, size_t panel, size_t series,
                       size_t block)
{
    size_t rows = 0;
    size_t columns[4] = {table_column(d->data, d->chart->x), table_column(d->data, curve->y)};
    size_t count = curve->low ? 4 : 2;
    if (curve->low) {
        columns[2] = table_column(d->data, curve->low);
        columns[3] = table_column(d->data, curve->high);
    }
    fprintf(d->script, "$data%zu << end\n", block);
    for (size_t row = 0; row < table_rows(d->data); row++) {
        if (!is_member(&d->panels, panel, d->data, row) ||
            (!curve->once && !is_member(&d->series, series, d->data, row)) ||
            !*table_cell(d->data, row, columns[1]))
            continue;
        for (size_t i = 0; i < count; i++)
            fprintf(d->script, "%s%c", table_cell(d->data, row, columns[i]),
                    i + 1 < count ? ' ' : '\n');
        rows++;
    }
    fprintf(d->script, "end\n");
    return rows;
}

static void put_curve(const drawing *d, const diagram_curve *curve, size_t series, size_t block)
{
    static const char *const styles[] = {
        [DIAGRAM_LINES] = "linespoints pt 7 ps 0.5 lw 1.5",
        [DIAGRAM_DASHED] = "lines dt 2 lw 1.5",
        [DIAGRAM_DOTTED] = "lines dt 3 lw 1.5",
        [DIAGRAM_POINTS] = "points pt 7 ps 0.4",
        [DIAGRAM_STEPS] = "histeps lw 1.5",
    };
    size_t number = d->chart->series ? series : (size_t)(curve - d->chart->curve);
    colour ink = curve->once ? (colour){0.2, 0.2, 0.2} : palette_curve(number);
    fprintf(d->script, "$data%zu using 1:2%s%s title ", block, curve->low ? ":3:4" : "",
            curve->once ? " smooth unique" : "");
    put_legend(d->script, curve->legend, d->series.name[series]);
    const char *style = styles[curve->style];
    if (curve->low)
        style = curve->style == DIAGRAM_POINTS ? "yerrorbars pt 7 ps 0.5 lw 1.5"
                                               : "yerrorlines pt 7 ps 0.5 lw 1.5";
    fprintf(d->script, " with %s lc rgb '#%02x%02x%02x'", style, (unsigned)(255 * ink.red + 0.5),
            (unsigned)(255 * ink.green + 0.5), (unsigned)(255 * ink.blue + 0.5));
}

static void put_panel(const drawing *d, size_t panel)
{
    size_t block = 0;
    char *plot = NULL;
    size_t size;
    drawing kept = *d;
    kept.script = open_memstream(&plot, &size);
    if (!kept.script)
        abort(); // memory
    for (size_t s = 0; s < d->series.count; s++)
        for (const diagram_curve *curve = d->chart->curve;
             curve < d->chart->curve + DIAGRAM_CURVES && curve->y; curve++) {
            if ((curve->once && s) || !put_data(d, curve, panel, s, block))
                continue;
            fprintf(kept.script, "%s", block ? ", \\\n  " : "plot ");
            put_curve(&kept, curve, s, block);
            block++;
        }
    fclose(kept.script);
    if (d->panels.count > 1) {
        fprintf(d->script, "set title ");
        put_text(d->script, d->panels.name[panel]);
        fprintf(d->script, "\n");
    }
    fprintf(d->script, "%s\n", plot);
    free(plot);
}

void diagram_script(FILE *script, const diagram *chart, const table *data)
{
    drawing d = {.script = script, .chart = chart, .data = data};
    grouping_init(&d.panels, data, chart->panel);
    grouping_init(&d.series, data, chart->series);
    size_t panels = d.panels.count;
    fprintf(script,
            "set terminal svg size %zu,%d noenhanced background rgb 'white' font 'sans,12'\n",
            panels > 1 ? panels * PANEL_WIDTH : (size_t)WIDTH, panels > 1 ? PANEL_HEIGHT : HEIGHT);
    fprintf(script, "set encoding utf8\nset grid lc rgb '#dddddd' lt 1\nset key %s Left reverse\n",
            panels > 1 ? "below maxcols 1" : "outside right top");
    fprintf(script, "%s%s", chart->log_x ? "set logscale x\n" : "",
            chart->log_y ? "set logscale y\nset format y '%h'\n" : "");
    fprintf(script, "set xlabel ");
    put_text(script, chart->x_label);
    fprintf(script, "\nset ylabel ");
    put_text(script, chart->y_label);
    fprintf(script, "\n%s%s", chart->more ? chart->more : "", chart->more ? "\n" : "");
    if (panels > 1)
        fprintf(script, "set multiplot layout 1,%zu title ", panels);
    else
        fprintf(script, "set title ");
    put_text(script, chart->title);
    fprintf(script, "\n");
    for (size_t i = 0; i < panels; i++)
        put_panel(&d, i);
    free(d.panels.name);
    free(d.series.name);
}

crease_status diagram_write(const char *path, const diagram *chart, const table *data,
                            crease_error *error)
{
    out_file file;
    FILE *script = tmpfile();
    if (!script)
        return error_set(error, "cannot make a temporary file: %s", strerror(errno));
    diagram_script(script, chart, data);
    crease_status status = out_file_open(&file, path, error);
    if (status == CREASE_OK) {
        status = gnuplot_run(file.stream, script, error);
        if (status)
            out_file_abort(&file);
        else
            status = out_file_commit(&file, error);
        if (status)
            error_locate(error, path, 0, 0, NULL);
    }
    fclose(script);
    return status;
}
