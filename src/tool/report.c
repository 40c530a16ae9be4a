// Messages on standard error: errors, suggestions, and progress.
#include "tool/report.h"

#include "base/fatal.h"
#include "base/text.h"
#include <ctype.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// ---- Closed pipes ----

// A handler can reach nothing but a global.
static volatile sig_atomic_t pipe_closed;

static void note_closed_pipe(int number)
{
    pipe_closed = number;
}

void report_watch_pipes(void)
{
    struct sigaction before, action = {.sa_handler = note_closed_pipe, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    if (!sigaction(SIGPIPE, NULL, &before) && before.sa_handler != SIG_IGN)
        sigaction(SIGPIPE, &action, NULL);
}

void report_end_with_pipe(void)
{
    if (!pipe_closed)
        return;
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
}

// ---- Errors ----

static crease_status report_line(char *text)
{
    if (pipe_closed)
        return CREASE_ERROR;
    text_sanitize(text, '?');
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
    return report_line(text);
}

crease_status report_error(crease_error *error, const char *source)
{
    char text[sizeof(crease_error) + 64];
    if (!error->file[0] && source)
        snprintf(error->file, sizeof error->file, "%s", source);
    return report_line(crease_error_text(text, sizeof text, error));
}

// ---- Misspelt words ----

enum { LONGEST = 32 }; // longer words are not taken for misspelt names

static size_t nearest_least(size_t a, size_t b)
{
    return a < b ? a : b;
}

// Capitals are small letters.
static bool is_same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

// Optimal string alignment distance. Row i holds the distances of the first i
// letters of a to the beginnings of b.
static size_t nearest_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    ASSERT(a_length <= LONGEST && b_length <= LONGEST);
    size_t row[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= a_length; i++)
        row[i][0] = i;
    for (size_t j = 0; j <= b_length; j++)
        row[0][j] = j;
    for (size_t i = 1; i <= a_length; i++)
        for (size_t j = 1; j <= b_length; j++) {
            size_t replace = row[i - 1][j - 1] + !is_same_letter(a[i - 1], b[j - 1]);
            row[i][j] = nearest_least(replace, 1 + nearest_least(row[i - 1][j], row[i][j - 1]));
            if (i > 1 && j > 1 && is_same_letter(a[i - 1], b[j - 2]) &&
                is_same_letter(a[i - 2], b[j - 1]))
                row[i][j] = nearest_least(row[i][j], 1 + row[i - 2][j - 2]);
        }
    return row[a_length][b_length];
}

static size_t nearest_distance_to(const char *name, const char *word, size_t length)
{
    size_t name_length = strlen(name);
    if (name_length > LONGEST)
        return SIZE_MAX;
    return strncasecmp(name, word, length) ? nearest_distance(word, length, name, name_length) : 0;
}

const char *nearest_name(const char *word, size_t length, name_list *names, const void *data)
{
    const char *best = NULL, *name;
    size_t near = length / 3 + 1;
    for (size_t i = 0; length && length <= LONGEST && (name = names(data, i)); i++) {
        const char *colon = strchr(name, ':');
        size_t distance = nearest_distance_to(name, word, length);
        if (colon)
            distance = nearest_least(distance, nearest_distance_to(colon + 1, word, length));
        if (distance < near) {
            best = name;
            near = distance;
        }
    }
    return best;
}

crease_status report_unknown(const char *what, const char *word, const char *list, name_list *names)
{
    const char *name = nearest_name(word, strlen(word), names, NULL);
    if (name)
        return report_usage("unknown %s '%s'; did you mean '%s'?", what, word, name);
    return report_usage("unknown %s '%s'; '%s' lists them", what, word, list);
}

// ---- Progress ----

static int progress_spell(char *text, size_t size, const report_progress *p,
                          const crease_progress *now)
{
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
    int width = progress_spell(text, sizeof text, p, now);
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
