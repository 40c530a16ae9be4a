// Well-formed UTF-8, after table 3-7 of the Unicode standard.
#include "base/utf8.h"

// The ranges of the first two bytes; every later byte is 80..BF.
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
