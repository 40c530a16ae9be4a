// Around the panel of a picture: title, axes and legend.
#include "draw/chart.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

// The size of the text is a part of that of the page. Other lengths are in its units.
#define TEXT_SHARE 0.018
#define LEAST_TEXT 6.0
#define GAP 0.8  // around the page, and between things
#define LINE 2.1 // from one line of text to the next
#define TICK 0.4
#define THIN_WIDTH 0.06
#define PAGE 800
// The legend.
#define ROW 1.6 // from one line to the next
#define SAMPLE 2.2
#define LEGEND_SHARE 0.45 // of the page's width, at most
#define MARK 0.34         // from the middle of a mark to its border

static double text_size(double width, double height)
{
    return fmax(TEXT_SHARE * sqrt(width * height), LEAST_TEXT);
}

void chart_clear(chart *shown)
{
    for (size_t i = 0; i < shown->rows; i++)
        free(shown->row[i].text);
    free(shown->row);
}

void chart_add_row(chart *shown, chart_row row)
{
    MEMORY_RESERVE(shown->row, shown->capacity, shown->rows + 1);
    shown->row[shown->rows++] = row;
}

// ---- the legend ----

// Returns the width of the legend; 0 if the page has no room for it.
static double legend_width(const chart *shown, double page_width, double height, double text)
{
    double size[2];
    tint_key_size(size, shown->tints, text);
    for (size_t i = 0; i < shown->rows; i++) {
        const chart_row *row = shown->row + i;
        double sample = row->sample == CHART_NOTE ? 0 : (SAMPLE + GAP) * text;
        size[0] = fmax(size[0], sample + canvas_text_width(row->text, text));
        size[1] += ROW * text;
    }
    double width = size[0] + 2 * GAP * text;
    return width <= LEGEND_SHARE * page_width && size[1] <= height ? width : 0;
}

static void add_mark(cairo_t *cairo, size_t mark, double x, double y, double text)
{
    static const struct {
        int sides;
        double turn, size;
    } shapes[] = {{60, 0, 1},    {4, 0.125, 1.25}, {3, 0, 1.4},   {4, 0, 1.35},
                  {3, 0.5, 1.4}, {5, 0, 1.2},      {6, 0.25, 1.2}};
    mark %= sizeof shapes / sizeof *shapes;
    double size = MARK * text * shapes[mark].size;
    for (int i = 0; i < shapes[mark].sides; i++) {
        double angle = 2 * M_PI * (shapes[mark].turn + (double)i / shapes[mark].sides);
        cairo_line_to(cairo, x + size * sin(angle), y - size * cos(angle));
    }
    cairo_close_path(cairo);
}

// White around a mark separates it from what lies below.
void chart_draw_mark(const canvas *page, size_t mark, colour ink, double x, double y, double text)
{
    add_mark(page->cairo, mark, x, y, text);
    canvas_stroke(page, (colour){1, 1, 1}, 0.12 * text);
    add_mark(page->cairo, mark, x, y, text);
    canvas_ink(page, ink);
    cairo_fill(page->cairo);
}

static void legend_draw(const chart_frame *f, double x, double y)
{
    const double text = f->text, length = SAMPLE * text;
    for (size_t i = 0; i < f->shown->rows; i++, y += ROW * text) {
        const chart_row *row = f->shown->row + i;
        if (row->sample == CHART_MARK)
            chart_draw_mark(f->page, row->mark, row->ink, x + length / 2, y, text);
        if (row->sample == CHART_LINE) {
            cairo_move_to(f->page->cairo, x, y);
            cairo_line_to(f->page->cairo, x + length, y);
            canvas_stroke(f->page, row->ink, row->width * text);
        }
        double indent = row->sample == CHART_NOTE ? 0 : length + GAP * text;
        canvas_text(f->page, row->text, x + indent, y, text, 0, 0);
    }
    tint_key_draw(f->page, f->shown->tints, x, y, text);
}

// ---- layout ----

static double above_panel(const chart *shown, double text)
{
    return ((shown->title ? LINE : 0) + 1.5 * GAP) * text;
}

static double below_panel(double text)
{
    return (LINE + 1.4 + 1.5 * GAP) * text;
}

// What the axis on the left takes of a panel of this height.
static double left_of_panel(const chart *shown, double height, double text)
{
    const axis_ticks ticks = axis_ticks_fit(shown->side[1], 1, height, text, AXIS_MOST_TICKS);
    return axis_widest_label(&ticks, text) + (1 + 3 * GAP) * text;
}

static double legend_of(const chart *shown, double width, double height, double text)
{
    double room = height - above_panel(shown, text) - below_panel(text);
    return legend_width(shown, width, room, text);
}

// The panel beside the legend fills the page as far as its shape allows.
chart_frame chart_lay_out(const canvas *page, const chart *shown, int width, int height)
{
    const double text = text_size(width, height), legend = legend_of(shown, width, height, text);
    canvas_place at = {.y = above_panel(shown, text)};
    at.height = fmax(height - at.y - below_panel(text), 1);
    at.x = fmin(left_of_panel(shown, at.height, text), (width - legend) / 2);
    at.width = fmax(width - legend - at.x - 1.5 * GAP * text, 1);
    at.width = fmin(at.width, at.height * shown->shape);
    at.height = fmax(at.width / shown->shape, 1);
    return (chart_frame){page, shown, width - legend, text, at, legend > 0};
}

// The height of a page that is as wide as this, or the width of one that is as high.
static double other_side(const chart *shown, double known, int is_width, int bare)
{
    double other = is_width ? known / shown->shape : known * shown->shape;
    // The size of the text depends on both sides.
    for (int i = 0; i < 20 && !bare; i++) {
        double width = is_width ? known : other, height = is_width ? other : known;
        double text = text_size(width, height);
        double rims = above_panel(shown, text) + below_panel(text);
        double sides = left_of_panel(shown, fmax(height - rims, 1), text) + 1.5 * GAP * text +
                       legend_of(shown, width, height, text);
        other = is_width ? (known - sides) / shown->shape + rims
                         : (known - rims) * shown->shape + sides;
        other = fmax(other, 1);
    }
    return fmin(fmax(round(other), 1), 1e9);
}

void chart_page(int *width, int *height, const chart *shown, int bare)
{
    if (!*width && !*height)
        *(bare && shown->shape < 1 ? height : width) = PAGE;
    if (!*width)
        *width = (int)other_side(shown, *height, 0, bare);
    else if (!*height)
        *height = (int)other_side(shown, *width, 1, bare);
}

// ---- axes ----

// Ticks are short lines outside the panel.
static void draw_axis(const chart_frame *f, int side)
{
    const canvas_place *at = &f->at;
    const double text = f->text, foot = at->y + at->height;
    const axis_ticks ticks = axis_ticks_fit(f->shown->side[side], side,
                                            side ? at->height : at->width, text, AXIS_MOST_TICKS);
    for (size_t i = 0; i < ticks.count; i++) {
        const axis_tick *tick = ticks.tick + i;
        double x = side ? at->x : at->x + tick->at * at->width;
        double y = side ? foot - tick->at * at->height : foot;
        cairo_move_to(f->page->cairo, x, y);
        cairo_rel_line_to(f->page->cairo, side ? -TICK * text : 0, side ? 0 : TICK * text);
        canvas_stroke(f->page, canvas_black, THIN_WIDTH * text);
        if (side)
            canvas_text(f->page, tick->label, x - GAP * text, y, text, 1, 0);
        else
            canvas_text(f->page, tick->label, x, y + (0.5 + GAP) * text, text, 0.5, 0);
    }
    if (side)
        canvas_text(f->page, f->shown->label[1],
                    at->x - axis_widest_label(&ticks, text) - (0.35 + 2 * GAP) * text,
                    at->y + at->height / 2, text, 0.5, 1);
    else
        canvas_text(f->page, f->shown->label[0], at->x + at->width / 2,
                    foot + (0.5 + GAP + LINE) * text, text, 0.5, 0);
}

void chart_draw(const chart_frame *f)
{
    const canvas_place *at = &f->at;
    for (int side = 0; side < 2; side++)
        draw_axis(f, side);
    cairo_rectangle(f->page->cairo, at->x, at->y, at->width, at->height);
    canvas_stroke(f->page, canvas_black, THIN_WIDTH * f->text);
    if (f->shown->title)
        canvas_text(f->page, f->shown->title, f->width / 2, (GAP + 0.5) * f->text, f->text, 0.5, 0);
    if (f->shows_legend)
        legend_draw(f, at->x + at->width + 1.5 * GAP * f->text, at->y + ROW / 2 * f->text);
}
