// Untrusted texts: places and characters in them, and excerpts for messages.
#include "base/text.h"

#include <stdio.h>
#include <string.h>

void document_locate(crease_error *error, document_text document, size_t offset)
{
    size_t line = 1, begin = 0;
    if (!error)
        return;
    for (size_t i = 0; i < offset; i++)
        if (document.text[i] == '\n') {
            line++;
            begin = i + 1;
        }
    error->line = line;
    error->column = offset - begin + 1;
}

const char *plural(size_t count)
{
    return count == 1 ? "" : "s";
}

char *text_put_number(char *to, uint64_t number)
{
    char text[TEXT_NUMBER], *end = text + TEXT_NUMBER, *at = end;
    do
        *--at = (char)('0' + number % 10);
    while (number /= 10);
    memcpy(to, at, (size_t)(end - at));
    return to + (end - at);
}

// Well-formed UTF-8, after table 3-7 of the Unicode standard: the ranges of the first two bytes;
// every later byte is 80..BF.
static const struct {
    unsigned char first_lo, first_hi, second_lo, second_hi, length;
} forms[] = {
    {0x00, 0x7f, 0x00, 0x00, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
    {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
    {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
};

size_t utf8_length(const char *text, size_t size)
{
    const unsigned char *byte = (const unsigned char *)text;
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        if (byte[0] < forms[f].first_lo || byte[0] > forms[f].first_hi)
            continue;
        size_t length = forms[f].length;
        if (length > size)
            return 0;
        if (length > 1 && (byte[1] < forms[f].second_lo || byte[1] > forms[f].second_hi))
            return 0;
        for (size_t i = 2; i < length; i++)
            if (byte[i] < 0x80 || byte[i] > 0xbf)
                return 0;
        return length;
    }
    return 0;
}

uint32_t utf8_point(const char *text, size_t length)
{
    static const unsigned char lead[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t point = (unsigned char)text[0] & lead[length];
    for (size_t i = 1; i < length; i++)
        point = point << 6 | ((unsigned char)text[i] & 0x3f);
    return point;
}

// Terminal controls, invisible characters, and those that change the direction of writing.
static const uint32_t unseen[][2] = {
    {0x0000, 0x001f}, {0x007f, 0x009f}, {0x061c, 0x061c}, {0x2000, 0x200f},   {0x2028, 0x202f},
    {0x205f, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f},
};

int utf8_is_visible(const char *text, size_t length)
{
    uint32_t point = utf8_point(text, length);
    for (size_t r = 0; r < sizeof unseen / sizeof *unseen; r++)
        if (point >= unseen[r][0] && point <= unseen[r][1])
            return 0;
    return 1;
}

void text_tame(char *text, char instead)
{
    for (size_t rest = strlen(text), bytes; rest > 0; text += bytes, rest -= bytes) {
        bytes = utf8_length(text, rest);
        if (bytes && utf8_is_visible(text, bytes))
            continue;
        bytes = bytes ? bytes : 1;
        memset(text, instead, bytes);
    }
}

char *excerpt_text(char buffer[EXCERPT_SIZE], const char *text, size_t length)
{
    char *out = buffer;
    size_t columns = 0;
    for (size_t i = 0; i < length;) {
        size_t bytes = utf8_length(text + i, length - i);
        int visible = bytes && utf8_is_visible(text + i, bytes);
        columns += visible ? 1 : 4;
        if (columns > EXCERPT_COLUMNS) {
            out += sprintf(out, "...");
            break;
        }
        if (visible) {
            memcpy(out, text + i, bytes);
            out += bytes;
            i += bytes;
        } else {
            out += sprintf(out, "\\x%02x", (unsigned char)text[i]);
            i++;
        }
    }
    *out = '\0';
    return buffer;
}
