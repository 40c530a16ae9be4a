// Architectures: "2-32-32-1" and back, and the limits of what is built.
#include "make/widths.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

crease_status widths_check(const size_t *widths, size_t count, crease_error *error)
{
    if (count < 2)
        return error_set(error, "expected inputs and at least one layer, found %zu number%s", count,
                         count == 1 ? "" : "s");
    size_t parameters = 0;
    for (size_t i = 0; i < count; i++) {
        if (widths[i] < 1 || widths[i] > WIDTHS_MAX_WIDTH)
            return error_set(error, "expected widths from 1 to %d, found %zu", WIDTHS_MAX_WIDTH,
                             widths[i]);
        if (i > 0 && (parameters += (widths[i - 1] + 1) * widths[i]) > WIDTHS_MAX_PARAMETERS)
            return error_set(error, "expected at most %d weights and biases, found more",
                             WIDTHS_MAX_PARAMETERS);
    }
    return CREASE_OK;
}

static crease_status widths_refuse(const char *text, crease_error *error)
{
    char excerpt[EXCERPT_SIZE];
    return error_set(error,
                     "expected widths such as 2-32-32-1, each from 1 to %d, inputs first and "
                     "outputs last, found \"%s\"",
                     WIDTHS_MAX_WIDTH, excerpt_of(excerpt, text));
}

// Reads digits; returns what comes after them, or NULL if there are none or they
// spell no width.
static const char *widths_read_one(size_t *width, const char *text)
{
    size_t digits = strspn(text, "0123456789");
    *width = 0;
    for (size_t i = 0; i < digits && *width <= WIDTHS_MAX_WIDTH; i++)
        *width = 10 * *width + (size_t)(text[i] - '0');
    return *width < 1 || *width > WIDTHS_MAX_WIDTH ? NULL : text + digits;
}

crease_status crease_widths_parse(size_t **widths, size_t *count, const char *text,
                                  crease_error *error)
{
    size_t *read = NULL, used = 0, capacity = 0;
    const char *next = text;
    while (next) {
        MEMORY_RESERVE(read, capacity, used + 1);
        next = widths_read_one(&read[used++], next);
        if (!next || *next != '-')
            break;
        next++;
    }
    if (next && !*next && used >= 2) {
        *widths = read;
        *count = used;
        return CREASE_OK;
    }
    free(read);
    return widths_refuse(text, error);
}

char *widths_text(const size_t *widths, size_t count)
{
    enum { LONGEST = sizeof "1000000" };
    char *text = memory_new(count, LONGEST);
    size_t used = 0;
    for (size_t i = 0; i < count; i++)
        used +=
            (size_t)snprintf(text + used, count * LONGEST - used, i ? "-%zu" : "%zu", widths[i]);
    return text;
}
