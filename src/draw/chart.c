// Around the panel of a picture: title, axes and legend.
#include "draw/chart.h"

#include "base/fatal.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

// Lengths in units of the size of the text.
#define GAP 0.8  // around the page, and between things
#define LINE 2.1 // from one line of text to the next
#define TICK 0.4
#define THIN_WIDTH 0.06
#define ROW 1.6 // from one line of the legend to the next
#define SAMPLE 2.2
#define NARROWEST 40 // page with a legend beside the panel
#define PAGE 486.0   // points: the width of two columns in print
#define SHARE 0.3    // of the width that a legend beside the panel has at most

void chart_clear(chart *figure)
{
    for (size_t i = 0; i < figure->rows; i++)
        free(figure->row[i].text);
    free(figure->row);
}

void chart_add_row(chart *figure, char *text, colour ink, double width)
{
    MEMORY_RESERVE(figure->row, figure->capacity, figure->rows + 1);
    figure->row[figure->rows++] = (chart_row){text, ink, width};
}

// ---- the legend ----

static double row_indent(const chart_row *row, double text)
{
    return row->width > 0 ? (SAMPLE + GAP) * text : 0;
}

// The rows fill one column after the other; the key is below.
static void legend_size(double size[2], double *column, const chart *figure, size_t columns)
{
    const size_t lines = (figure->rows + columns - 1) / columns;
    *column = 0;
    for (size_t i = 0; i < figure->rows; i++)
        *column = fmax(*column, row_indent(figure->row + i, figure->text) +
                                    canvas_text_width(figure->row[i].text, figure->text));
    *column += 2 * GAP * figure->text;
    tint_key_size(size, figure->tints, figure->text);
    size[0] = fmax(size[0] + GAP * figure->text, (double)columns * *column);
    size[1] += (double)lines * ROW * figure->text;
}

static void legend_draw(canvas *page, const chart_frame *f)
{
    const chart *figure = f->figure;
    const double text = figure->text, length = SAMPLE * text;
    double size[2], column;
    if (!f->columns)
        return;
    const size_t lines = (figure->rows + f->columns - 1) / f->columns;
    legend_size(size, &column, figure, f->columns);
    for (size_t i = 0; i < figure->rows; i++) {
        const chart_row *row = figure->row + i;
        double x = f->legend.x + column * (double)(i / lines);
        double y = f->legend.y + ROW * text * ((double)(i % lines) + 0.5);
        if (row->width > 0) {
            canvas_segment(page, x, y, x + length, y);
            canvas_stroke(page, row->ink, row->width * text);
        }
        canvas_text(page, &(picture_text){row->text, x + row_indent(row, text), y, .size = text});
    }
    tint_key_draw(page, figure->tints, f->legend.x,
                  f->legend.y + ROW * text * ((double)lines + 0.5), text);
}

// ---- layout ----

static axis_ticks ticks_of(const chart *figure, int side, double room)
{
    return axis_ticks_fit(figure->side[side], side, room, figure->text, AXIS_MOST_TICKS);
}

// Lays out the frame for a panel of this size, which rims[0] to [3] surround: left, right, above,
// below. A legend stands beside the panel if it is narrow enough, and below it otherwise.
static void frame_rims(chart_frame *f, double rims[4], double page_width, double width,
                       double height)
{
    const chart *figure = f->figure;
    const double text = figure->text;
    const axis_ticks below = ticks_of(figure, 0, width), left = ticks_of(figure, 1, height);
    double size[2], column;
    rims[0] = axis_widest_label(&left, text) + (1 + 3 * GAP) * text;
    rims[1] = fmax(1.5 * GAP * text, axis_widest_label(&below, text) / 2 + 0.2 * text);
    rims[2] = ((figure->title ? LINE : 0) + 1.5 * GAP) * text;
    rims[3] = (LINE + 1.4 + 1.5 * GAP) * text;
    f->columns = 1;
    legend_size(size, &column, figure, 1);
    const bool beside =
        size[0] <= SHARE * page_width && size[1] <= height && page_width >= NARROWEST * text;
    f->width = beside ? page_width - size[0] : page_width;
    f->legend = (canvas_place){f->width, rims[2], size[0], size[1]};
    if (beside) {
        rims[1] += size[0];
        return;
    }
    f->legend.x = fmin(rims[0], page_width - size[0]);
    f->columns = (size_t)fmin((page_width - f->legend.x) / column, (double)figure->rows);
    if (f->legend.x < 0)
        f->columns = 0;
    if (!f->columns) // no room, or nothing to show
        return;
    legend_size(size, &column, figure, f->columns);
    f->legend.y = rims[2] + height + rims[3];
    rims[3] += size[1] + 0.5 * text;
}

// The panel fills the page as far as its shape allows. The rims depend on the size of the panel,
// and it on them: a few steps settle both.
chart_frame chart_lay_out(const chart *figure, double width, double height)
{
    ASSERT(width > 0 && height > 0);
    chart_frame f = {.figure = figure, .panel = {.width = width, .height = height}};
    double rims[4];
    for (int i = 0; i < 8; i++) {
        frame_rims(&f, rims, width, f.panel.width, f.panel.height);
        f.panel.width =
            fmax(fmin(width - rims[0] - rims[1], (height - rims[2] - rims[3]) * figure->shape), 1);
        f.panel.height = fmax(f.panel.width / figure->shape, 1);
    }
    f.panel.x = rims[0];
    f.panel.y = rims[2];
    return f;
}

void chart_page(double size[2], const chart *figure, int bare)
{
    if (!size[0] && !size[1])
        size[bare && figure->shape < 1] = PAGE;
    if (size[0] && size[1])
        return;
    const int known = size[0] == 0;
    double panel[2] = {size[known] * (known ? figure->shape : 1),
                       size[known] / (known ? 1 : figure->shape)};
    double rims[4] = {0}, page[2] = {panel[0], panel[1]};
    chart_frame f = {.figure = figure};
    for (int i = 0; i < 20 && !bare; i++) {
        frame_rims(&f, rims, page[0], panel[0], panel[1]);
        double inside = fmax(size[known] - rims[2 * known] - rims[2 * known + 1], 1);
        panel[0] = known ? inside * figure->shape : inside;
        panel[1] = known ? inside : inside / figure->shape;
        page[0] = panel[0] + rims[0] + rims[1];
        page[1] = panel[1] + rims[2] + rims[3];
    }
    size[!known] = fmin(fmax(round(page[!known]), 1), 1e9);
}

// ---- axes ----

// A text that would be longer than the room is made smaller.
static void draw_fitted(canvas *page, picture_text text, double room)
{
    text.size *= fmin(1, room / canvas_text_width(text.text, text.size));
    canvas_text(page, &text);
}

// Ticks are short lines outside the panel.
static void draw_axis(canvas *page, const chart_frame *f, int side)
{
    const canvas_place *panel = &f->panel;
    const double text = f->figure->text, foot = panel->y + panel->height;
    const axis_ticks ticks = ticks_of(f->figure, side, side ? panel->height : panel->width);
    for (size_t i = 0; i < ticks.count; i++) {
        const axis_tick *tick = ticks.tick + i;
        double x = side ? panel->x : panel->x + tick->position * panel->width;
        double y = side ? foot - tick->position * panel->height : foot;
        canvas_segment(page, x, y, side ? x - TICK * text : x, side ? y : y + TICK * text);
        canvas_stroke(page, canvas_black, THIN_WIDTH * text);
        if (side)
            canvas_text(page, &(picture_text){tick->label, x - GAP * text, y, text, .anchor = 1});
        else
            canvas_text(
                page, &(picture_text){tick->label, x, y + (0.5 + GAP) * text, text, .anchor = 0.5});
    }
    picture_text name = {f->figure->label[side], .size = text, .anchor = 0.5, .upright = side};
    name.x = side ? panel->x - axis_widest_label(&ticks, text) - (0.35 + 2 * GAP) * text
                  : panel->x + panel->width / 2;
    name.y = side ? panel->y + panel->height / 2 : foot + (0.5 + GAP + LINE) * text;
    draw_fitted(page, name, side ? panel->height : panel->width);
}

void chart_draw(canvas *page, const chart_frame *f)
{
    const canvas_place *panel = &f->panel;
    const double text = f->figure->text;
    for (int side = 0; side < 2; side++)
        draw_axis(page, f, side);
    canvas_rectangle(page, panel);
    canvas_stroke(page, canvas_black, THIN_WIDTH * text);
    if (f->figure->title) {
        picture_text title = {f->figure->title, f->width / 2, (GAP + 0.5) * text, .size = text};
        title.anchor = 0.5;
        draw_fitted(page, title, f->width - 2 * GAP * text);
    }
    legend_draw(page, f);
}
