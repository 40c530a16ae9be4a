// How the values of options are read. Each reader takes the whole text or nothing of it.
#include "tool/options.h"
#include "tool/report.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Digits only: no sign, no space, no exponent. Returns the first character after.
static const char *read_digits(uint64_t *count, const char *text)
{
    errno = 0;
    char *end = (char *)text;
    if (*text >= '0' && *text <= '9')
        *count = strtoull(text, &end, 10);
    return errno ? text : end;
}

static int read_seed(uint64_t *seed, const char *text)
{
    const char *end = read_digits(seed, text);
    return end > text && !*end;
}

static int read_count(uint64_t *count, const char *text)
{
    return read_seed(count, text) && *count > 0;
}

// 32767 is the largest side of an image that Cairo draws.
enum { MAX_PIXELS = 32767 };

static const char *read_pixels(int *pixels, const char *text)
{
    uint64_t count = 0;
    const char *end = read_digits(&count, text);
    if (count < 1 || count > MAX_PIXELS)
        return text;
    *pixels = (int)count;
    return end;
}

static int read_size(int size[2], const char *text)
{
    int wanted[2];
    const char *end = read_pixels(&wanted[0], text);
    if (end == text || *end != 'x')
        return 0;
    const char *height = end + 1;
    end = read_pixels(&wanted[1], height);
    if (end == height || *end)
        return 0;
    memcpy(size, wanted, sizeof wanted);
    return 1;
}

// strtod would also take spaces, signs, "inf" and hexadecimal.
static int read_number(double *number, const char *text)
{
    char *end;
    if (!*text || strspn(text, "0123456789.eE+-") != strlen(text) || strchr("+-", *text))
        return 0;
    double value = strtod(text, &end);
    if (*end || !isfinite(value) || value <= 0)
        return 0;
    *number = value;
    return 1;
}

// What was expected, if the value cannot be read; NULL if all is well.
static const char *read_value(void *field, const cli_option *option, const char *value)
{
    switch (option->kind) {
    case OPTION_FLAG:
        *(int *)field = 1;
        return NULL;
    case OPTION_TEXT:
        *(const char **)field = value;
        return *value ? NULL : option->argument;
    case OPTION_CHOICE: {
        const cli_choice *choice = choice_find(option->choices, value);
        *(const cli_choice **)field = choice;
        return choice ? NULL : option->argument;
    }
    case OPTION_COUNT:
        return read_count(field, value) ? NULL : "an integer from 1 to 2^64 - 1, digits only";
    case OPTION_SEED:
        return read_seed(field, value) ? NULL : "an integer from 0 to 2^64 - 1, digits only";
    case OPTION_NUMBER:
        return read_number(field, value) ? NULL : "a positive decimal number";
    case OPTION_PIXELS: {
        const char *end = read_pixels(field, value);
        return end > value && !*end ? NULL : "an integer from 1 to 32767";
    }
    case OPTION_SIZE:
        return read_size(field, value) ? NULL : "WxH, two integers from 1 to 32767";
    }
    return NULL;
}

crease_status option_set(cli_settings *settings, const cli_option *option, const char *value)
{
    const char *expected = read_value((char *)settings + option->place, option, value);
    if (expected)
        return report_usage("--%s: expected %s, found \"%s\"", option->name, expected, value);
    return CREASE_OK;
}
