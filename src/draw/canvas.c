// A page that is drawn on, by Cairo or by a pen.
#include "draw/canvas.h"

#include "base/fatal.h"
#include "base/memory.h"

#include <crease/crease.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define POINTS_AN_INCH 72.0
// A PNG file begins with a signature and the chunk IHDR: its length, name, 13 bytes and check.
enum { PNG_HEADER = 8 + 4 + 4 + 13 + 4 };
#define INCHES_A_METRE (1 / 0.0254)

const colour canvas_black = {0.1, 0.1, 0.1};

// ---- PDF ----

static void describe_pdf(cairo_surface_t *surface, const picture_about *about)
{
    const struct {
        cairo_pdf_metadata_t kind;
        const char *text;
    } all[] = {
        {CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z"}, // the same bytes at any time
        {CAIRO_PDF_METADATA_TITLE, about->title},
        {CAIRO_PDF_METADATA_SUBJECT, about->text},
        {CAIRO_PDF_METADATA_CREATOR, "crease " CREASE_VERSION},
    };
    // Its metadata are plain text; later versions may compress them.
    cairo_calls.pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].text)
            cairo_calls.pdf_surface_set_metadata(surface, all[i].kind, all[i].text);
}

// ---- SVG with texts as outlines, by Cairo ----

// Two digits after the point, from the first that is not 0, are finer than a page shows; Cairo
// writes six.
static void put_short_numbers(FILE *stream, const char *text, size_t size)
{
    bool is_fraction = false;
    int digits = 0;
    for (size_t i = 0; i < size; i++) {
        const bool is_digit = text[i] >= '0' && text[i] <= '9';
        if (!is_digit) {
            is_fraction = text[i] == '.';
            digits = 0;
        } else if (is_fraction && (digits || text[i] != '0')) {
            digits++;
        }
        if (digits <= 2)
            putc_unlocked(text[i], stream);
    }
}

static void describe_svg(FILE *stream, const canvas *page)
{
    const char *bytes = page->bytes, *tag = memmem(bytes, page->size, "<svg", 4);
    const char *end = tag ? memchr(tag, '\n', page->size - (size_t)(tag - bytes)) : NULL;
    const size_t before = end ? (size_t)(end - bytes) + 1 : page->size;
    fwrite(bytes, 1, before, stream);
    svg_put_about(stream, &page->about);
    put_short_numbers(stream, bytes + before, page->size - before);
}

// ---- PNG: Portable Network Graphics Specification, 3rd edition, 11.3 ----

static void png_set_word(unsigned char *bytes, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(word >> (24 - 8 * i));
}

static void describe_png(FILE *stream, const char *bytes, size_t size, double dpi)
{
    const size_t before = size < PNG_HEADER ? size : PNG_HEADER;
    const uint32_t per_metre = (uint32_t)lround(dpi * INCHES_A_METRE);
    unsigned char chunk[4 + 4 + 9 + 4] = "\0\0\0\11pHYs"; // length, name, data, check
    png_set_word(chunk + 8, per_metre);
    png_set_word(chunk + 12, per_metre);
    chunk[16] = 1; // the unit is the metre
    png_set_word(chunk + 17, (uint32_t)crc32(0, chunk + 4, 4 + 9));
    fwrite(bytes, 1, before, stream);
    if (dpi > 0)
        fwrite(chunk, 1, sizeof chunk, stream);
    fwrite(bytes + before, 1, size - before, stream);
}

// ---- Opening and closing ----

static cairo_status_t canvas_write(void *stream, const unsigned char *bytes, unsigned size)
{
    return fwrite(bytes, 1, size, stream) == size ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static void set_font(cairo_t *cairo, const char *name)
{
    cairo_font_options_t *options = cairo_calls.font_options_create();
    cairo_calls.font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_calls.font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_calls.font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_calls.set_font_options(cairo, options);
    cairo_calls.font_options_destroy(options);
    cairo_calls.select_font_face(cairo, name, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
}

static cairo_surface_t *new_surface(canvas *page, double width, double height, double scale)
{
    switch (page->format) {
    case CREASE_SVG:
        return cairo_calls.svg_surface_create_for_stream(canvas_write, page->stream, width, height);
    case CREASE_PDF:
        return cairo_calls.pdf_surface_create_for_stream(canvas_write, page->stream, width, height);
    case CREASE_PNG:
        return cairo_calls.image_surface_create(CAIRO_FORMAT_RGB24,
                                                (int)fmax(round(width * scale), 1),
                                                (int)fmax(round(height * scale), 1));
    case CREASE_TEX:
        break;
    }
    FATAL("no file format %d", (int)page->format);
}

static cairo_t *new_cairo(cairo_surface_t *surface)
{
    cairo_t *cairo = cairo_calls.create(surface);
    cairo_calls.set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_calls.set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    return cairo;
}

static void open_cairo(canvas *page, double width, double height)
{
    const bool is_image = page->format == CREASE_PNG && page->dpi > 0;
    const double scale = is_image ? page->dpi / POINTS_AN_INCH : 1;
    page->surface = new_surface(page, width, height, scale);
    page->cairo = new_cairo(page->surface);
    set_font(page->cairo, page->font);
    if (page->format == CREASE_PDF)
        describe_pdf(page->surface, &page->about);
    cairo_calls.scale(page->cairo, scale, scale);
    cairo_calls.set_source_rgb(page->cairo, 1, 1, 1);
    cairo_calls.paint(page->cairo);
}

bool canvas_needs_cairo(const crease_picture *picture)
{
    return picture->format == CREASE_SVG ? picture->outlines : picture->format != CREASE_TEX;
}

void canvas_open(canvas *page, FILE *file, const crease_picture *picture, double width,
                 double height, const picture_about *about)
{
    ASSERT(width > 0 && height > 0);
    *page = (canvas){.format = picture->format, .dpi = picture->dpi, .about = *about};
    page->font = picture->font ? picture->font : "Helvetica";
    page->stream = page->file = file;
    if (page->format == CREASE_PNG || (page->format == CREASE_SVG && picture->outlines))
        page->stream = memory_stream(&page->bytes, &page->size);
    if (canvas_needs_cairo(picture)) {
        open_cairo(page, width, height);
    } else if (page->format == CREASE_TEX) {
        tikz_open(&page->tex, page->stream, width, height, about);
    } else {
        page->words = memory_stream(&page->word_bytes, &page->word_size);
        svg_open(page->stream, width, height, about);
    }
}

static const char *close_cairo(canvas *page)
{
    cairo_status_t status = cairo_calls.status(page->cairo);
    cairo_calls.destroy(page->cairo);
    if (status == CAIRO_STATUS_SUCCESS && page->format == CREASE_PNG)
        status = cairo_calls.surface_write_to_png_stream(page->surface, canvas_write, page->stream);
    cairo_calls.surface_finish(page->surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_calls.surface_status(page->surface);
    cairo_calls.surface_destroy(page->surface);
    return status == CAIRO_STATUS_SUCCESS ? NULL : cairo_calls.status_to_string(status);
}

const char *canvas_close(canvas *page)
{
    const char *trouble = page->cairo ? close_cairo(page) : NULL;
    if (page->format == CREASE_TEX)
        tikz_close(&page->tex);
    if (page->words) {
        fclose(page->words);
        svg_close(page->stream, page->font, page->word_bytes, page->word_size);
    }
    if (page->stream != page->file)
        fclose(page->stream);
    if (page->format == CREASE_SVG && !page->words)
        describe_svg(page->file, page);
    if (page->format == CREASE_PNG)
        describe_png(page->file, page->bytes, page->size, page->dpi);
    free(page->bytes);
    free(page->word_bytes);
    free(page->pen.mark);
    return trouble;
}

// ---- lines ----

static void canvas_line_to(canvas *page, double x, double y)
{
    if (page->cairo)
        cairo_calls.line_to(page->cairo, x, y); // moves to the first
    else
        pen_to(&page->pen, x, y);
}

void canvas_lift(canvas *page)
{
    if (page->cairo)
        cairo_calls.new_sub_path(page->cairo);
    else
        pen_lift(&page->pen);
}

void canvas_close_line(canvas *page)
{
    if (page->cairo)
        cairo_calls.close_path(page->cairo);
    else
        pen_close(&page->pen);
    canvas_lift(page); // Cairo would go on from where the line began
}

void canvas_line_within(canvas *page, const canvas_place *where, double x, double y)
{
    canvas_line_to(page, where->x + x * where->width, where->y + (1 - y) * where->height);
}

void canvas_segment(canvas *page, double x, double y, double to_x, double to_y)
{
    canvas_lift(page);
    canvas_line_to(page, x, y);
    canvas_line_to(page, to_x, to_y);
}

void canvas_rectangle(canvas *page, const canvas_place *where)
{
    const double right = where->x + where->width, bottom = where->y + where->height;
    canvas_segment(page, where->x, where->y, right, where->y);
    canvas_line_to(page, right, bottom);
    canvas_line_to(page, where->x, bottom);
    canvas_close_line(page);
}

// ---- paint ----

static void canvas_ink(const canvas *page, colour ink)
{
    cairo_calls.set_source_rgb(page->cairo, ink.red, ink.green, ink.blue);
}

static void draw_by_pen(canvas *page, colour ink, double width)
{
    if (page->format == CREASE_TEX)
        tikz_path(&page->tex, &page->pen, ink, width);
    else
        svg_path(page->stream, &page->pen, ink, width);
}

void canvas_stroke(canvas *page, colour ink, double width)
{
    ASSERT(width > 0);
    if (!page->cairo) {
        draw_by_pen(page, ink, -width);
        return;
    }
    canvas_ink(page, ink);
    cairo_calls.set_line_width(page->cairo, width);
    cairo_calls.stroke(page->cairo);
}

void canvas_fill(canvas *page, colour ink, double border)
{
    ASSERT(border >= 0);
    if (!page->cairo) {
        draw_by_pen(page, ink, border);
        return;
    }
    canvas_ink(page, ink);
    cairo_calls.fill_preserve(page->cairo);
    if (border > 0)
        canvas_stroke(page, ink, border);
    cairo_calls.new_path(page->cairo);
}

static void canvas_begin_inset(canvas *page, const canvas_place *where)
{
    cairo_surface_t *pdf = cairo_calls.pdf_surface_create_for_stream(canvas_write, page->inset,
                                                                     where->width, where->height);
    describe_pdf(pdf, &page->about);
    page->cairo = new_cairo(pdf);
    page->format = CREASE_PDF;
    cairo_calls.surface_destroy(pdf); // Cairo holds it
    cairo_calls.translate(page->cairo, -where->x, -where->y);
}

static void canvas_end_inset(canvas *page, const canvas_place *where)
{
    cairo_calls.destroy(page->cairo); // it finishes the PDF
    page->cairo = NULL;
    page->format = CREASE_TEX;
    tikz_include(&page->tex, page->inset_name, where->x, where->y + where->height);
}

void canvas_clip_begin(canvas *page, const canvas_place *where)
{
    if (page->inset) {
        canvas_begin_inset(page, where);
        return;
    }
    if (page->cairo)
        cairo_calls.save(page->cairo);
    canvas_rectangle(page, where);
    if (page->cairo)
        cairo_calls.clip(page->cairo);
    else if (page->words)
        svg_clip(page->stream, &page->pen);
    else
        tikz_clip(&page->tex, &page->pen);
}

void canvas_clip_end(canvas *page, const canvas_place *where)
{
    if (page->inset)
        canvas_end_inset(page, where);
    else if (page->cairo)
        cairo_calls.restore(page->cairo);
    else if (page->words)
        svg_clip(page->stream, NULL);
    else
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

void canvas_text(canvas *page, const picture_text *text)
{
    ASSERT(text->anchor >= 0 && text->anchor <= 1);
    cairo_t *cairo = page->cairo;
    cairo_text_extents_t extents;
    if (page->format == CREASE_TEX) {
        tikz_text(&page->tex, text);
        return;
    }
    if (page->words) {
        svg_text(page->words, text);
        return;
    }
    cairo_calls.save(cairo);
    cairo_calls.set_font_size(cairo, text->size);
    cairo_calls.text_extents(cairo, text->text, &extents);
    cairo_calls.translate(cairo, text->x, text->y);
    if (text->upright)
        cairo_calls.rotate(cairo, -M_PI / 2);
    canvas_ink(page, canvas_black);
    cairo_calls.move_to(cairo, -text->anchor * extents.x_advance, 0.35 * text->size);
    cairo_calls.show_text(cairo, text->text);
    cairo_calls.restore(cairo);
    cairo_calls.new_path(cairo);
}
