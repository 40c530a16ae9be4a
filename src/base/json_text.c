// The text of a JSON document: places and tokens.
#include "base/json_text.h"

#include "base/utf8.h"
#include <stdlib.h>
#include <string.h>

// Classes of characters, to be combined.
enum { SPACE = 1, SEPARATORS = 2, BRACKETS = 4, QUOTE = 8 };

static const unsigned char class_of[256] = {
    [' '] = SPACE,    ['\t'] = SPACE,     ['\n'] = SPACE,     ['\v'] = SPACE,   ['\f'] = SPACE,
    ['\r'] = SPACE,   [','] = SEPARATORS, [':'] = SEPARATORS, ['['] = BRACKETS, [']'] = BRACKETS,
    ['{'] = BRACKETS, ['}'] = BRACKETS,   ['"'] = QUOTE,
};

static int is_one_of(char c, unsigned classes)
{
    return (class_of[(unsigned char)c] & classes) != 0;
}

static size_t skip(document_text document, size_t offset, unsigned classes)
{
    while (offset < document.size && is_one_of(document.text[offset], classes))
        offset++;
    return offset;
}

size_t json_skip_space(document_text document, size_t offset)
{
    return skip(document, offset, SPACE);
}

size_t json_skip_separators(document_text document, size_t offset)
{
    return skip(document, offset, SPACE | SEPARATORS);
}

int json_is_mark(char c)
{
    return is_one_of(c, SEPARATORS | BRACKETS);
}

size_t json_token_length(document_text document, size_t offset)
{
    const char *begin = document.text + offset, *end = document.text + document.size;
    const char *at = begin + 1;
    if (*begin == '"') {
        while (at < end && *at != '"')
            at += *at == '\\' && at + 1 < end ? 2 : 1;
        return (size_t)(at - begin) + (at < end);
    }
    if (!json_is_mark(*begin))
        while (at < end && !is_one_of(*at, SPACE | SEPARATORS | BRACKETS | QUOTE))
            at++;
    return (size_t)(at - begin);
}

// The code unit of an escape \uXXXX, or 0 if there is none at this place.
static unsigned long escaped_unit(const char *at, const char *end)
{
    if (end - at < 6 || at[0] != '\\' || at[1] != 'u')
        return 0;
    char digits[5] = {at[2], at[3], at[4], at[5], '\0'};
    return strtoul(digits, NULL, 16);
}

const char *json_bad_byte(const char *at, const char *end)
{
    while (at < end) {
        unsigned long unit = escaped_unit(at, end);
        if (unit >= 0xd800 && unit <= 0xdfff) {
            unsigned long low = escaped_unit(at + 6, end);
            if (unit >= 0xdc00 || low < 0xdc00 || low > 0xdfff)
                return at;
            at += 12;
        } else if (*at == '\\') {
            at += 2;
        } else {
            size_t length = utf8_length(at, (size_t)(end - at));
            if (length == 0)
                return at;
            at += length;
        }
    }
    return end;
}
