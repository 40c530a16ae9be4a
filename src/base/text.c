// Untrusted texts: places and characters in them, and excerpts for messages.
#include "base/text.h"

#include "base/fatal.h"

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

static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                            "25262728293031323334353637383940414243444546474849"
                            "50515253545556575859606162636465666768697071727374"
                            "75767778798081828384858687888990919293949596979899";

enum { EIGHT_DIGITS = 100000000 };

// A number below EIGHT_DIGITS, with leading zeros.
static inline void put_eight(char *text, uint32_t number)
{
    const uint32_t high = number / 10000, low = number % 10000;
    memcpy(text, pairs + 2 * (high / 100), 2);
    memcpy(text + 2, pairs + 2 * (high % 100), 2);
    memcpy(text + 4, pairs + 2 * (low / 100), 2);
    memcpy(text + 6, pairs + 2 * (low % 100), 2);
}

char *text_put_digits(char *buffer, uint64_t number, size_t digits)
{
    char *digit = buffer + digits;
    for (; digit - buffer >= 8; number /= EIGHT_DIGITS)
        put_eight(digit -= 8, (uint32_t)(number % EIGHT_DIGITS));
    for (uint32_t rest = (uint32_t)number; digit > buffer; rest /= 10)
        *--digit = (char)('0' + rest % 10);
    return buffer + digits;
}

char *text_put_number(char *buffer, uint64_t number)
{
    char text[TEXT_NUMBER], *end = text + TEXT_NUMBER, *digit = end;
    for (; number >= EIGHT_DIGITS; number /= EIGHT_DIGITS)
        put_eight(digit -= 8, (uint32_t)(number % EIGHT_DIGITS));
    uint32_t rest = (uint32_t)number;
    for (; rest >= 10; rest /= 100)
        memcpy(digit -= 2, pairs + 2 * (rest % 100), 2);
    if (rest || digit == end)
        *--digit = (char)('0' + rest);
    memcpy(buffer, digit, (size_t)(end - digit));
    return buffer + (end - digit);
}

locale_t text_point_begin(void)
{
    const locale_t plain = newlocale(LC_ALL_MASK, "C", NULL);
    if (!plain)
        FATAL("there is no locale C");
    return uselocale(plain);
}

void text_point_end(locale_t before)
{
    freelocale(uselocale(before));
}

size_t utf8_length(const char *text, size_t size)
{
    ASSERT(size > 0);
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char lead = (unsigned char)*text;
    const size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if ((lead >= 0x80 && lead < 0xc0) || lead >= 0xf8 || length > size)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    const uint32_t point = utf8_point(text, length);
    const bool is_surrogate = point >= 0xd800 && point <= 0xdfff;
    return point >= least[length] && point <= 0x10ffff && !is_surrogate ? length : 0;
}

uint32_t utf8_point(const char *text, size_t length)
{
    ASSERT(length >= 1 && length <= 4);
    static const unsigned char lead[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t point = (unsigned char)text[0] & lead[length];
    for (size_t i = 1; i < length; i++)
        point = point << 6 | ((unsigned char)text[i] & 0x3f);
    return point;
}

// Terminal controls, invisible characters, and those that change the direction of writing.
static const uint32_t invisible[][2] = {
    {0x0000, 0x001f}, {0x007f, 0x009f}, {0x061c, 0x061c}, {0x2000, 0x200f},   {0x2028, 0x202f},
    {0x205f, 0x206f}, {0xfeff, 0xfeff}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f},
};

bool utf8_is_visible(const char *text, size_t length)
{
    uint32_t point = utf8_point(text, length);
    for (size_t r = 0; r < sizeof invisible / sizeof *invisible; r++)
        if (point >= invisible[r][0] && point <= invisible[r][1])
            return false;
    return true;
}

void text_sanitize(char *text, char instead)
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
        bool visible = bytes && utf8_is_visible(text + i, bytes);
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

char *excerpt_of(char buffer[EXCERPT_SIZE], const char *text)
{
    return excerpt_text(buffer, text, strlen(text));
}
