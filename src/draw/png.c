// What a PNG file says of itself beside its pixels: chunks pHYs and iTXt (Portable Network Graphics
// Specification, 3rd edition, 11.3).
#include "draw/png.h"

#include <math.h>
#include <stdint.h>
#include <string.h>
#include <zlib.h>

// The signature, and the chunk IHDR, which is the first: its length, name, 13 bytes and check.
enum { HEADER = 8 + 4 + 4 + 13 + 4 };
#define INCHES_A_METRE (1 / 0.0254)

static void put_word(FILE *stream, uint32_t word)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        putc((int)(word >> shift & 255), stream);
}

// name: four letters, then size bytes.
static void put_chunk(FILE *stream, const unsigned char *name, size_t size)
{
    put_word(stream, (uint32_t)size);
    fwrite(name, 1, 4 + size, stream);
    put_word(stream, (uint32_t)crc32(crc32(0, NULL, 0), name, (uInt)(4 + size)));
}

static void put_resolution(FILE *stream, double dpi)
{
    uint32_t per_metre = (uint32_t)lround(dpi * INCHES_A_METRE);
    unsigned char chunk[4 + 9] = "pHYs";
    for (int i = 0; i < 8; i++)
        chunk[4 + i] = (unsigned char)(per_metre >> (24 - 8 * (i % 4)));
    chunk[12] = 1; // the unit is the metre
    put_chunk(stream, chunk, 9);
}

// In UTF-8, not compressed, in no language.
static void put_text(FILE *stream, const char *keyword, const char *text)
{
    unsigned char chunk[4 + 80 + 4 + 4096] = "iTXt";
    size_t key = strnlen(keyword, 79), length = strnlen(text, 4096);
    memcpy(chunk + 4, keyword, key);
    memcpy(chunk + 4 + key + 5, text, length);
    put_chunk(stream, chunk, key + 5 + length);
}

static void put_all(const png_file *file)
{
    if (file->dpi > 0)
        put_resolution(file->stream, file->dpi);
    for (size_t i = 0; i < sizeof file->texts / sizeof *file->texts; i++)
        if (file->texts[i][0] && file->texts[i][1])
            put_text(file->stream, file->texts[i][0], file->texts[i][1]);
}

int png_write(png_file *file, const unsigned char *bytes, size_t size)
{
    size_t before = file->written < HEADER ? HEADER - file->written : 0;
    before = before < size ? before : size;
    fwrite(bytes, 1, before, file->stream);
    file->written += size;
    if (before && file->written >= HEADER)
        put_all(file);
    fwrite(bytes + before, 1, size - before, file->stream);
    return ferror(file->stream) ? -1 : 0;
}
