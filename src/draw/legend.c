// The legend of a chart: curves, the key of the colours, notes.
#include "draw/chart.h"

#include <math.h>

// Lengths are in units of the size of the text.
#define GAP 0.8  // around everything
#define LINE 1.6 // from one line to the next
#define SWATCH 2.2
#define NOTE 0.85         // the size of letters of notes
#define SQUARE 6.0        // the side of a picture as key
#define BAR 8.0           // the length of a bar
#define THICK 1.2         // its thickness
#define LEGEND_SHARE 0.45 // of the page's width, at most
enum { MOST_TICKS = 5 };

static int is_in_legend(const chart_curve *curve)
{
    return curve->name && *curve->name && (curve->points || curve->elsewhere);
}

// Below the curves, in units of the text.
static double key_height(const chart_key *key)
{
    if (!key->label)
        return 0;
    return LINE + GAP + (key->paint ? SQUARE + NOTE * LINE : BAR);
}

static double key_width(const chart_key *key, double text)
{
    if (!key->label)
        return 0;
    double label = canvas_text_width(key->label, text);
    if (key->paint)
        return fmax(label, fmax(SQUARE * text, canvas_text_width(key->scale, NOTE * text)));
    axis_ticks ticks;
    chart_ticks(&ticks, &key->along, 1, BAR * text, text, MOST_TICKS);
    double widest = chart_widest_label(&ticks, text);
    axis_ticks_clear(&ticks);
    return fmax(label, (THICK + GAP) * text + widest);
}

// In units of the text.
static double legend_height(const chart *shown)
{
    double height = key_height(&shown->key) + NOTE * LINE * (double)shown->notes;
    for (size_t i = 0; i < shown->curves; i++)
        height += is_in_legend(shown->curve + i) ? LINE : 0;
    return height;
}

double legend_width(const chart *shown, double page_width, double height, double text)
{
    double widest = key_width(&shown->key, text);
    for (size_t i = 0; i < shown->curves; i++)
        if (is_in_legend(shown->curve + i))
            widest =
                fmax(widest, (SWATCH + GAP) * text + canvas_text_width(shown->curve[i].name, text));
    for (size_t i = 0; i < shown->notes; i++)
        widest = fmax(widest, canvas_text_width(shown->note[i], NOTE * text));
    double width = 2 * GAP * text + widest;
    int fits = width <= LEGEND_SHARE * page_width && legend_height(shown) * text <= height;
    return fits && widest > 0 ? width : 0;
}

static void draw_bar(const canvas *page, const chart_key *key, double x, double y, double text)
{
    const double length = BAR * text, thick = THICK * text;
    cairo_t *cairo = page->cairo;
    cairo_pattern_t *ramp = cairo_pattern_create_linear(x, y + length, x, y);
    for (size_t i = 0; i < key->steps; i++)
        cairo_pattern_add_color_stop_rgb(ramp, (double)i / (double)(key->steps - 1),
                                         key->ramp[i].red, key->ramp[i].green, key->ramp[i].blue);
    cairo_set_source(cairo, ramp);
    cairo_pattern_destroy(ramp);
    cairo_rectangle(cairo, x, y, thick, length);
    cairo_fill(cairo);
    axis_ticks ticks;
    chart_ticks(&ticks, &key->along, 1, length, text, MOST_TICKS);
    for (size_t i = 0; i < ticks.count; i++) {
        double at = y + (1 - ticks.tick[i].at) * length;
        chart_text(page, ticks.tick[i].label, x + thick + 0.6 * text, at, text, 0);
        cairo_move_to(cairo, x + thick, at);
        cairo_line_to(cairo, x + thick + 0.35 * text, at);
        canvas_stroke(page, &(canvas_pen){.ink = chart_ink, .width = 0.06 * text});
    }
    axis_ticks_clear(&ticks);
    cairo_rectangle(cairo, x, y, thick, length);
    canvas_stroke(page, &(canvas_pen){.ink = chart_ink, .width = 0.06 * text});
}

// Returns where the next line is.
static double draw_key(const canvas *page, const chart_key *key, double x, double y, double text)
{
    if (!key->label)
        return y;
    chart_text(page, key->label, x, y, text, 0);
    y += (LINE - 0.5) * text;
    if (!key->paint) {
        draw_bar(page, key, x, y, text);
        return y + (BAR + GAP + 0.5) * text;
    }
    key->paint(page, key->painted, &(chart_place){x, y, SQUARE * text, SQUARE * text});
    y += (SQUARE + GAP) * text;
    chart_text(page, key->scale, x, y, NOTE * text, 0);
    return y + (NOTE * LINE) * text;
}

void legend_draw(const canvas *page, const chart *shown, double x, double y, double text)
{
    y += LINE * text / 2;
    for (size_t i = 0; i < shown->curves; i++) {
        const chart_curve *curve = shown->curve + i;
        if (!is_in_legend(curve))
            continue;
        curve_sample(page, curve, x, y, SWATCH * text, text);
        chart_text(page, curve->name, x + (SWATCH + GAP) * text, y, text, 0);
        y += LINE * text;
    }
    y = draw_key(page, &shown->key, x, y, text);
    for (size_t i = 0; i < shown->notes; i++) {
        chart_text(page, shown->note[i], x, y, NOTE * text, 0);
        y += NOTE * LINE * text;
    }
}
