// A page that Cairo draws on: SVG, PDF or pixels; or TikZ, for which Cairo only keeps the paths.
#include "draw/canvas.h"

#include "base/memory.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define POINTS_AN_INCH 72.0

const colour canvas_black = {0.1, 0.1, 0.1};

// ---- opening and closing ----

static cairo_status_t canvas_write(void *page, const unsigned char *bytes, unsigned size)
{
    FILE *stream = ((canvas *)page)->stream;
    return fwrite(bytes, 1, size, stream) == size ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static void set_font(cairo_t *cairo, const char *name)
{
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_set_font_options(cairo, options);
    cairo_font_options_destroy(options);
    cairo_select_font_face(cairo, name, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
}

static cairo_surface_t *new_surface(canvas *page, double width, double height, double scale)
{
    switch (page->format) {
    case CREASE_SVG:
        return cairo_svg_surface_create_for_stream(canvas_write, page, width, height);
    case CREASE_PDF:
        return cairo_pdf_surface_create_for_stream(canvas_write, page, width, height);
    case CREASE_PNG:
        return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)fmax(round(width * scale), 1),
                                          (int)fmax(round(height * scale), 1));
    case CREASE_TEX:
        return cairo_recording_surface_create(CAIRO_CONTENT_COLOR, NULL);
    }
    abort();
}

void canvas_open(canvas *page, const crease_picture *picture, double width, double height,
                 const picture_about *about)
{
    const crease_picture_format format = picture->format;
    double scale = picture->dpi > 0 && format == CREASE_PNG ? picture->dpi / POINTS_AN_INCH : 1;
    *page = (canvas){.format = format, .dpi = picture->dpi, .about = *about};
    page->stream = memory_stream(&page->bytes, &page->size);
    page->surface = new_surface(page, width, height, scale);
    page->cairo = cairo_create(page->surface);
    set_font(page->cairo, picture->font ? picture->font : "Helvetica");
    cairo_set_line_join(page->cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(page->cairo, CAIRO_LINE_CAP_ROUND);
    if (format == CREASE_PDF)
        describe_pdf(page->surface, about);
    if (format == CREASE_TEX)
        tikz_open(&page->tex, page->stream, width, height, about);
    cairo_scale(page->cairo, scale, scale);
    cairo_set_source_rgb(page->cairo, 1, 1, 1);
    cairo_paint(page->cairo);
}

const char *canvas_close(canvas *page, FILE *stream)
{
    cairo_status_t status = cairo_status(page->cairo);
    cairo_destroy(page->cairo);
    if (status == CAIRO_STATUS_SUCCESS && page->format == CREASE_PNG)
        status = cairo_surface_write_to_png_stream(page->surface, canvas_write, page);
    cairo_surface_finish(page->surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(page->surface);
    cairo_surface_destroy(page->surface);
    if (page->format == CREASE_TEX)
        tikz_close(&page->tex);
    fclose(page->stream);
    if (page->format == CREASE_SVG)
        describe_svg(stream, page->bytes, page->size, &page->about);
    else if (page->format == CREASE_PNG)
        describe_png(stream, page->bytes, page->size, page->dpi);
    else
        fwrite(page->bytes, 1, page->size, stream);
    free(page->bytes);
    return status == CAIRO_STATUS_SUCCESS ? NULL : cairo_status_to_string(status);
}

// ---- paint ----

static void canvas_ink(const canvas *page, colour ink)
{
    cairo_set_source_rgb(page->cairo, ink.red, ink.green, ink.blue);
}

void canvas_stroke(canvas *page, colour ink, double width)
{
    if (page->format == CREASE_TEX) {
        tikz_path(&page->tex, page->cairo, ink, -width);
        return;
    }
    canvas_ink(page, ink);
    cairo_set_line_width(page->cairo, width);
    cairo_stroke(page->cairo);
}

void canvas_fill(canvas *page, colour ink, double border)
{
    if (page->format == CREASE_TEX) {
        tikz_path(&page->tex, page->cairo, ink, border);
        return;
    }
    canvas_ink(page, ink);
    cairo_fill_preserve(page->cairo);
    if (border > 0)
        canvas_stroke(page, ink, border);
    cairo_new_path(page->cairo);
}

void canvas_line_to(const canvas *page, const canvas_place *where, double x, double y)
{
    cairo_line_to(page->cairo, where->x + x * where->width, where->y + (1 - y) * where->height);
}

void canvas_clip_begin(canvas *page, const canvas_place *where)
{
    cairo_save(page->cairo);
    cairo_rectangle(page->cairo, where->x, where->y, where->width, where->height);
    if (page->format == CREASE_TEX)
        tikz_clip(&page->tex, page->cairo);
    else
        cairo_clip(page->cairo);
}

void canvas_clip_end(canvas *page)
{
    cairo_restore(page->cairo);
    if (page->format == CREASE_TEX)
        tikz_clip(&page->tex, NULL);
}

// ---- text ----

double canvas_text_width(const char *text, double size)
{
    size_t letters = 0;
    for (; *text; text++)
        letters += (*text & 0xc0) != 0x80; // one for each character of UTF-8
    return 0.58 * size * (double)letters;
}

void canvas_text(canvas *page, const char *text, double x, double y, double size, double anchor,
                 int upright)
{
    cairo_t *cairo = page->cairo;
    cairo_text_extents_t extents;
    if (page->format == CREASE_TEX) {
        tikz_text(&page->tex, text, x, y, size, anchor, upright);
        return;
    }
    cairo_save(cairo);
    cairo_set_font_size(cairo, size);
    cairo_text_extents(cairo, text, &extents);
    cairo_translate(cairo, x, y);
    if (upright)
        cairo_rotate(cairo, -M_PI / 2);
    canvas_ink(page, canvas_black);
    cairo_move_to(cairo, -anchor * extents.x_advance, 0.35 * size);
    cairo_show_text(cairo, text);
    cairo_restore(cairo);
    cairo_new_path(cairo);
}
