// What the tool says on standard error.
#include "tool/report.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

static crease_status print_line(char *text)
{
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = '?';
    fprintf(stderr, "crease: %s\n", text);
    return CREASE_ERROR;
}

crease_status report_usage(const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return print_line(text);
}

crease_status report_error(crease_error *error, const char *source)
{
    char text[sizeof(crease_error) + 64];
    if (!error->file[0] && source)
        snprintf(error->file, sizeof error->file, "%s", source);
    return print_line(crease_error_text(text, sizeof text, error));
}

static int spell(char *text, size_t size, const report_progress *p, const crease_progress *now)
{
    if (p->name)
        return snprintf(text, size, "%s: %" PRIu64 " of %" PRIu64 " done, %.1f s", p->name,
                        now->done, now->total, now->seconds);
    if (now->networks)
        return snprintf(text, size,
                        "%" PRIu64 " climbs done, %" PRIu64 " networks, best %" PRIu64
                        " regions, %.1f s",
                        now->done, now->networks, now->regions, now->seconds);
    if (p->noun && now->total > 1)
        return snprintf(text, size, "%" PRIu64 " of %" PRIu64 " %s, %.1f s", now->done, now->total,
                        p->noun, now->seconds);
    int used = snprintf(text, size, "%" PRIu64 " regions, %.1f s", now->regions, now->seconds);
    if (now->seconds > 0)
        used += snprintf(text + used, size - (size_t)used, ", %.0f regions/s",
                         (double)now->regions / now->seconds);
    // The area of a box is an honest measure of a depth-first walk.
    if (now->share > 0)
        used += snprintf(text + used, size - (size_t)used, ", %.2f%% of the area, %.0f s left",
                         100 * now->share, now->seconds * (1 - now->share) / now->share);
    return used;
}

void report_progress_show(void *data, const crease_progress *now)
{
    report_progress *p = data;
    char text[200];
    int width = spell(text, sizeof text, p, now);
    if (p->terminal)
        fprintf(stderr, "\r%-*s", p->width, text);
    else
        fprintf(stderr, "%s\n", text);
    p->width = width;
}

void report_progress_clear(report_progress *progress)
{
    if (progress->terminal && progress->width)
        fprintf(stderr, "\r%*s\r", progress->width, "");
    progress->width = 0;
}
