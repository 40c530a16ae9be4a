// A page that is drawn on: Cairo's, or SVG.
#include "draw/canvas.h"

#include "base/memory.h"
#include "draw/png.h"
#include "draw/svg.h"

#include <cairo-pdf.h>
#include <crease/crease.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define POINTS_AN_INCH 72.0
#define FONT "Helvetica" // Fontconfig knows what to take instead
#define FARTHEST 1e7

struct canvas {
    cairo_surface_t *surface; // of our own; NULL: none
    cairo_t *cairo;           // NULL: SVG
    crease_picture_format format;
    int depth, tiles; // how many groups are open, and the one in which shapes are added; 0: none
    svg_page svg;
    png_file png;
};

// ---- opening and closing ----

static cairo_status_t write_bytes(void *stream, const unsigned char *bytes, unsigned size)
{
    return fwrite(bytes, 1, size, stream) == size ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static cairo_status_t write_image(void *file, const unsigned char *bytes, unsigned size)
{
    return png_write(file, bytes, size) ? CAIRO_STATUS_WRITE_ERROR : CAIRO_STATUS_SUCCESS;
}

static void describe_pdf(cairo_surface_t *surface, const canvas_about *about)
{
    const struct {
        cairo_pdf_metadata_t kind;
        const char *before, *text;
    } all[] = {
        // The same picture is the same bytes at any time.
        {CAIRO_PDF_METADATA_CREATE_DATE, "", "1970-01-01T00:00:00Z"},
        {CAIRO_PDF_METADATA_TITLE, "", about ? about->title : NULL},
        {CAIRO_PDF_METADATA_SUBJECT, "network SHA-256 ", about ? about->network : NULL},
        {CAIRO_PDF_METADATA_KEYWORDS, "", about ? about->command : NULL},
        {CAIRO_PDF_METADATA_CREATOR, "crease ", about ? CREASE_VERSION : NULL},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (!all[i].text)
            continue;
        char *text = memory_format("%s%s", all[i].before, all[i].text);
        cairo_pdf_surface_set_metadata(surface, all[i].kind, text);
        free(text);
    }
}

static png_file describe_png(FILE *stream, double dpi, const canvas_about *about)
{
    png_file file = {.stream = stream, .dpi = dpi};
    if (about) {
        const char *texts[][2] = {{"Title", about->title},
                                  {"Description", about->network},
                                  {"Comment", about->command},
                                  {"Software", "crease " CREASE_VERSION}};
        for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
            for (int k = 0; k < 2; k++)
                file.texts[i][k] = texts[i][k];
    }
    return file;
}

static void set_up(cairo_t *cairo)
{
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_set_font_options(cairo, options);
    cairo_font_options_destroy(options);
    cairo_select_font_face(cairo, FONT, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
}

canvas *canvas_open(crease_picture_format format, FILE *stream, int width, int height, double dpi,
                    const canvas_about *about)
{
    canvas *page = memory_new(1, sizeof *page);
    page->format = format;
    if (format == CREASE_SVG) {
        svg_open(&page->svg, stream, width, height, about);
        return page;
    }
    double scale = dpi > 0 && format == CREASE_PNG ? dpi / POINTS_AN_INCH : 1;
    if (format == CREASE_PDF) {
        page->surface = cairo_pdf_surface_create_for_stream(write_bytes, stream, width, height);
        // Whose metadata are plain text, which later versions may compress.
        cairo_pdf_surface_restrict_to_version(page->surface, CAIRO_PDF_VERSION_1_4);
        describe_pdf(page->surface, about);
    } else {
        page->png = describe_png(stream, dpi, about);
        page->surface =
            cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)fmax(round(width * scale), 1),
                                       (int)fmax(round(height * scale), 1));
    }
    page->cairo = cairo_create(page->surface);
    cairo_set_source_rgb(page->cairo, 1, 1, 1);
    if (format == CREASE_PNG)
        cairo_paint(page->cairo);
    cairo_scale(page->cairo, scale, scale);
    set_up(page->cairo);
    return page;
}

canvas *canvas_over(cairo_t *cairo)
{
    canvas *page = memory_new(1, sizeof *page);
    page->format = CREASE_PNG;
    page->cairo = cairo_reference(cairo);
    set_up(cairo);
    return page;
}

const char *canvas_close(canvas *page)
{
    if (!page->cairo) {
        svg_close(&page->svg);
        free(page);
        return NULL;
    }
    cairo_status_t status = cairo_status(page->cairo);
    cairo_destroy(page->cairo);
    if (page->surface) {
        if (status == CAIRO_STATUS_SUCCESS && page->format == CREASE_PNG)
            status = cairo_surface_write_to_png_stream(page->surface, write_image, &page->png);
        cairo_surface_finish(page->surface);
        if (status == CAIRO_STATUS_SUCCESS)
            status = cairo_surface_status(page->surface);
        cairo_surface_destroy(page->surface);
    }
    free(page);
    return status == CAIRO_STATUS_SUCCESS ? NULL : cairo_status_to_string(status);
}

// ---- groups ----

static void begin_group(canvas *page)
{
    page->depth++;
    cairo_save(page->cairo);
}

void canvas_group(canvas *page, const canvas_name *name)
{
    if (page->cairo)
        begin_group(page);
    else
        svg_group(&page->svg, name, "");
}

void canvas_group_end(canvas *page)
{
    if (!page->cairo) {
        svg_group_end(&page->svg);
        return;
    }
    if (page->tiles && page->tiles == page->depth) {
        cairo_pop_group_to_source(page->cairo);
        cairo_paint(page->cairo);
        page->tiles = 0;
    }
    page->depth--;
    cairo_restore(page->cairo);
}

void canvas_clip(canvas *page, double x, double y, double width, double height)
{
    if (!page->cairo) {
        svg_clip(&page->svg, x, y, width, height);
        return;
    }
    begin_group(page);
    cairo_rectangle(page->cairo, x, y, width, height);
    cairo_clip(page->cairo);
}

void canvas_tiles(canvas *page)
{
    if (!page->cairo) {
        svg_group(&page->svg, NULL, " stroke-linejoin=\"round\"");
        return;
    }
    begin_group(page);
    if (page->format != CREASE_PNG)
        return;
    // Fast antialiasing counts points of a grid, each in one region, where better
    // kinds round areas: so what neighbours cover does add up to the whole pixel.
    cairo_set_antialias(page->cairo, CAIRO_ANTIALIAS_FAST);
    cairo_push_group(page->cairo);
    cairo_set_operator(page->cairo, CAIRO_OPERATOR_ADD);
    page->tiles = page->depth;
}

// ---- paths ----

static double shown(double x)
{
    return isnan(x) ? 0 : fmin(fmax(x, -FARTHEST), FARTHEST);
}

void canvas_move(canvas *page, double x, double y)
{
    if (page->cairo)
        cairo_move_to(page->cairo, shown(x), shown(y));
    else
        svg_move(&page->svg, x, y);
}

void canvas_line(canvas *page, double x, double y)
{
    if (page->cairo)
        cairo_line_to(page->cairo, shown(x), shown(y));
    else
        svg_line(&page->svg, x, y);
}

void canvas_close_path(canvas *page)
{
    if (page->cairo)
        cairo_close_path(page->cairo);
    else
        svg_close_path(&page->svg);
}

void canvas_circle(canvas *page, double x, double y, double radius)
{
    if (!page->cairo) {
        svg_circle(&page->svg, x, y, radius);
        return;
    }
    cairo_new_sub_path(page->cairo);
    cairo_arc(page->cairo, shown(x), shown(y), radius, 0, 2 * M_PI);
    cairo_close_path(page->cairo);
}

void canvas_rectangle(canvas *page, double x, double y, double width, double height)
{
    canvas_move(page, x, y);
    canvas_line(page, x + width, y);
    canvas_line(page, x + width, y + height);
    canvas_line(page, x, y + height);
    canvas_close_path(page);
}

// ---- paint ----

static void set_colour(cairo_t *cairo, colour c, double transparency)
{
    if (transparency > 0)
        cairo_set_source_rgba(cairo, c.red, c.green, c.blue, 1 - transparency);
    else
        cairo_set_source_rgb(cairo, c.red, c.green, c.blue);
}

static void set_ramp(cairo_t *cairo, const canvas_paint *paint)
{
    cairo_pattern_t *ramp = cairo_pattern_create_linear(
        shown(paint->from[0]), shown(paint->from[1]), shown(paint->to[0]), shown(paint->to[1]));
    for (size_t i = 0; i < paint->steps; i++) {
        const colour *c = paint->ramp + i;
        cairo_pattern_add_color_stop_rgb(ramp, (double)i / (double)(paint->steps - 1), c->red,
                                         c->green, c->blue);
    }
    cairo_set_source(cairo, ramp);
    cairo_pattern_destroy(ramp);
}

void canvas_fill(canvas *page, const canvas_paint *paint, const canvas_name *name)
{
    if (!page->cairo) {
        svg_fill(&page->svg, paint, name);
        return;
    }
    if (paint->steps)
        set_ramp(page->cairo, paint);
    else
        set_colour(page->cairo, paint->ink, paint->transparency);
    if (page->format == CREASE_PNG || !(paint->border > 0)) {
        cairo_fill(page->cairo);
        return;
    }
    cairo_fill_preserve(page->cairo);
    cairo_set_line_width(page->cairo, paint->border);
    cairo_stroke(page->cairo);
}

void canvas_stroke(canvas *page, const canvas_pen *pen, const canvas_name *name)
{
    if (!page->cairo) {
        svg_stroke(&page->svg, pen, name);
        return;
    }
    set_colour(page->cairo, pen->ink, pen->transparency);
    cairo_set_line_width(page->cairo, pen->width);
    cairo_set_line_cap(page->cairo, pen->round ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
    cairo_set_dash(page->cairo, pen->dash, (int)pen->dashes, 0);
    cairo_stroke(page->cairo);
}

// ---- text ----

// Hundredths of the em, on the safe side for Helvetica and what stands in for it.
static int letter_width(char c)
{
    if (strchr("ijl.,:;'|!I", c))
        return 30;
    if (strchr("frt()[]-/ ", c))
        return 38;
    if (strchr("mwMW%", c))
        return 92;
    if ((c >= 'A' && c <= 'Z') || strchr("+=<>&", c))
        return 70;
    return 60;
}

double canvas_text_width(const char *text, double size)
{
    int sum = 0;
    for (; *text; text++)
        if ((*text & 0xc0) != 0x80) // one for each character of UTF-8
            sum += letter_width(*text);
    return sum * size / 100;
}

void canvas_text(canvas *page, const char *text, double x, double y, double size, double anchor,
                 int upright, colour ink)
{
    if (!page->cairo) {
        svg_text(&page->svg, text, x, y, size, anchor, upright, ink);
        return;
    }
    cairo_text_extents_t extents;
    cairo_save(page->cairo);
    cairo_set_font_size(page->cairo, size);
    cairo_text_extents(page->cairo, text, &extents);
    cairo_translate(page->cairo, shown(x), shown(y));
    if (upright)
        cairo_rotate(page->cairo, -M_PI / 2);
    set_colour(page->cairo, ink, 0);
    cairo_move_to(page->cairo, -anchor * extents.x_advance, 0);
    cairo_show_text(page->cairo, text);
    cairo_restore(page->cairo);
    cairo_new_path(page->cairo);
}
