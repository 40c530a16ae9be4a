// A trace for developers.
#include "base/trace.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool trace_wants(const char *area)
{
    const char *wanted = getenv("CREASE_TRACE");
    const size_t length = strlen(area);
    while (wanted && *wanted) {
        const size_t word = strcspn(wanted, ",");
        if (word == length && !memcmp(wanted, area, length))
            return true;
        wanted += word + (wanted[word] == ',');
    }
    return false;
}

void trace_line(const char *area, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s: ", area);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}
