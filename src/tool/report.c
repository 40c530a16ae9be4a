// What the tool says on standard error.
#include "tool/report.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

static void print_line(char *text)
{
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
    fprintf(stderr, "crease: %s\n", text);
}

static void print_formatted(const char *format, va_list arguments)
{
    char text[1024];
    vsnprintf(text, sizeof text, format, arguments);
    print_line(text);
}

crease_status report_usage(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_formatted(format, arguments);
    va_end(arguments);
    return CREASE_ERROR;
}

void report_note(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print_formatted(format, arguments);
    va_end(arguments);
}

crease_status report_error(const crease_error *error)
{
    char text[sizeof(crease_error) + 64];
    print_line(crease_error_text(text, sizeof text, error));
    return CREASE_ERROR;
}

void report_line(report_progress *progress, const char *format, ...)
{
    char text[160];
    va_list arguments;
    va_start(arguments, format);
    int width = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (progress->terminal)
        fprintf(stderr, "\r%-*s", progress->width, text);
    else
        fprintf(stderr, "%s\n", text);
    progress->width = width;
}

void report_progress_show(void *data, const crease_progress *now)
{
    char text[64] = "";
    double rate = now->seconds > 0 ? (double)now->regions / now->seconds : 0;
    // The area of a box is an honest measure of a depth-first walk.
    if (now->share > 0)
        snprintf(text, sizeof text, ", %.2f%% of the area, %.0f s left", 100 * now->share,
                 now->seconds * (1 - now->share) / now->share);
    report_line(data, "%" PRIu64 " regions, %.1f s, %.0f regions/s%s", now->regions, now->seconds,
                rate, text);
}

void report_progress_clear(report_progress *progress)
{
    if (progress->terminal && progress->width)
        fprintf(stderr, "\r%*s\r", progress->width, "");
    progress->width = 0;
}
