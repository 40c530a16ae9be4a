// Showing a piece of somebody's input in a message of one line.
#include "base/excerpt.h"

#include "base/utf8.h"
#include <stdio.h>
#include <string.h>

// Whether a well-formed character can be printed as it is. General punctuation,
// U+2000 to U+206F, has the invisible and the direction-changing characters;
// U+0080 to U+009F are controls; U+FEFF is the byte order mark.
static int is_visible(const char *text, size_t length)
{
    const unsigned char *byte = (const unsigned char *)text;
    if (length == 1)
        return byte[0] >= 0x20 && byte[0] < 0x7f;
    if (length == 2)
        return byte[0] != 0xc2 || byte[1] >= 0xa0;
    if (length == 3 && byte[0] == 0xe2)
        return byte[1] > 0x81 || (byte[1] == 0x81 && byte[2] >= 0xb0);
    return memcmp(text, "\xef\xbb\xbf", 3) != 0;
}

char *excerpt_text(char buffer[EXCERPT_SIZE], const char *text, size_t length)
{
    char *out = buffer;
    size_t columns = 0;
    for (size_t i = 0; i < length;) {
        size_t bytes = utf8_length(text + i, length - i);
        int visible = bytes && is_visible(text + i, bytes);
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
