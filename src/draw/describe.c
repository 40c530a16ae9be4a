// What a picture says about itself, in the words of its format.
#include "draw/describe.h"

#include <cairo-pdf.h>
#include <crease/crease.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

// Of a PNG file: the signature, and the chunk IHDR: its length, name, 13 bytes and check.
enum { PNG_HEADER = 8 + 4 + 4 + 13 + 4 };
#define INCHES_A_METRE (1 / 0.0254)

// ---- PDF ----

void describe_pdf(cairo_surface_t *surface, const picture_about *about)
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
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].text)
            cairo_pdf_surface_set_metadata(surface, all[i].kind, all[i].text);
}

// ---- SVG ----

static void put_element(FILE *stream, const char *name, const char *text)
{
    if (!text)
        return;
    fprintf(stream, "<%s>", name);
    for (const char *c = text; *c; c++)
        if (*c == '&')
            fputs("&amp;", stream);
        else if (*c == '<')
            fputs("&lt;", stream);
        else
            putc(*c, stream);
    fprintf(stream, "</%s>\n", name);
}

// Two digits after the point, from the first that is not 0, are finer than a page shows; Cairo
// writes six.
static void put_short_numbers(FILE *stream, const char *text, size_t size)
{
    int is_fraction = 0, digits = 0;
    for (size_t i = 0; i < size; i++) {
        const int is_digit = text[i] >= '0' && text[i] <= '9';
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

void describe_svg(FILE *stream, const char *bytes, size_t size, const picture_about *about)
{
    const char *tag = memmem(bytes, size, "<svg", 4);
    const char *end = tag ? memchr(tag, '\n', size - (size_t)(tag - bytes)) : NULL;
    size_t before = end ? (size_t)(end - bytes) + 1 : size;
    fwrite(bytes, 1, before, stream);
    put_element(stream, "title", about->title);
    put_element(stream, "desc", about->text);
    put_short_numbers(stream, bytes + before, size - before);
}

// ---- PNG: Portable Network Graphics Specification, 3rd edition, 11.3 ----

static void png_put_word(FILE *stream, uint32_t word)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        putc((int)(word >> shift & 255), stream);
}

// name: four letters, then size bytes.
static void png_put_chunk(FILE *stream, const unsigned char *name, size_t size)
{
    png_put_word(stream, (uint32_t)size);
    fwrite(name, 1, 4 + size, stream);
    png_put_word(stream, (uint32_t)crc32(crc32(0, NULL, 0), name, (uInt)(4 + size)));
}

static void png_put_resolution(FILE *stream, double dpi)
{
    uint32_t per_metre = (uint32_t)lround(dpi * INCHES_A_METRE);
    unsigned char chunk[4 + 9] = "pHYs";
    for (int i = 0; i < 8; i++)
        chunk[4 + i] = (unsigned char)(per_metre >> (24 - 8 * (i % 4)));
    chunk[12] = 1; // the unit is the metre
    png_put_chunk(stream, chunk, 9);
}

// In UTF-8, not compressed, in no language. keyword: at most 79 bytes.
static void png_put_text(FILE *stream, const char *keyword, const char *text)
{
    unsigned char chunk[4 + 80 + 4 + 4096] = "iTXt";
    size_t key = strlen(keyword), length = strnlen(text, 4096);
    memcpy(chunk + 4, keyword, key);
    memcpy(chunk + 4 + key + 5, text, length);
    png_put_chunk(stream, chunk, key + 5 + length);
}

void describe_png(FILE *stream, const char *bytes, size_t size, double dpi,
                  const picture_about *about)
{
    const char *texts[][2] = {{"Title", about->title},
                              {"Description", about->text},
                              {"Software", "crease " CREASE_VERSION}};
    size_t before = size < PNG_HEADER ? size : PNG_HEADER;
    fwrite(bytes, 1, before, stream);
    if (dpi > 0)
        png_put_resolution(stream, dpi);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i][1])
            png_put_text(stream, texts[i][0], texts[i][1]);
    fwrite(bytes + before, 1, size - before, stream);
}
