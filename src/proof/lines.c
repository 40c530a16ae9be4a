// The lines of a certificate, one at a time.
#include "proof/lines.h"

#include "base/error.h"
#include "base/memory.h"
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

// Bytes of a line, and of what zlib reads at a time.
enum { LINE_MOST = 1 << 28, PORTION = 1 << 17, SHOWN = 40 };

crease_status lines_refuse(const proof_lines *lines, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *message = memory_format_list(format, arguments);
    va_end(arguments);
    error_set(lines->error, "%s", message);
    free(message);
    if (lines->error)
        lines->error->line = lines->number;
    return error_file(lines->error, lines->name);
}

static crease_status refuse_file(const proof_lines *lines)
{
    int number;
    const char *message = gzerror(lines->file, &number);
    if (number == Z_BUF_ERROR)
        message = "it is packed by gzip and cut off: its end is missing";
    return lines_refuse(lines, "expected a file that can be read: %s",
                        number == Z_ERRNO ? strerror(errno) : message);
}

crease_status lines_open(proof_lines *lines, const char *path, crease_error *error)
{
    int is_input = !strcmp(path, "-");
    *lines = (proof_lines){.error = error};
    snprintf(lines->name, sizeof lines->name, "%s", is_input ? "standard input" : path);
    lines->file = is_input ? gzdopen(dup(STDIN_FILENO), "rb") : gzopen(path, "rb");
    if (!lines->file)
        return lines_refuse(lines, "expected a file that can be read: %s", strerror(errno));
    lines->ahead = memory_new(PORTION, 1);
    MEMORY_RESERVE(lines->text, lines->capacity, 1);
    lines->text[0] = '\0';
    lines->next = lines->text;
    return CREASE_OK;
}

void lines_close(proof_lines *lines)
{
    if (lines->file)
        gzclose_r(lines->file);
    free(lines->ahead);
    free(lines->text);
}

// Of what is to be read next, so that there is some; 0: there is none, or it cannot be read.
static size_t look_ahead(proof_lines *lines)
{
    if (lines->ahead_at < lines->ahead_size)
        return lines->ahead_size - lines->ahead_at;
    const int read = gzread(lines->file, lines->ahead, PORTION);
    lines->ahead_at = 0;
    lines->ahead_size = read > 0 ? (size_t)read : 0;
    return lines->ahead_size;
}

int lines_is_last(proof_lines *lines)
{
    int number = Z_OK;
    if (look_ahead(lines))
        return 0;
    gzerror(lines->file, &number);
    return number == Z_OK || number == Z_STREAM_END;
}

static crease_status refuse_end(proof_lines *lines, size_t size)
{
    if (!lines_is_last(lines))
        return refuse_file(lines);
    return lines_refuse(lines, size ? "the last line is cut off" : "the end is missing");
}

crease_status lines_next(proof_lines *lines)
{
    size_t size = 0, some;
    const char *end = NULL;
    lines->number++;
    lines->next = lines->text;
    lines->text[0] = '\0';
    while (!end) {
        if (!(some = look_ahead(lines)))
            return refuse_end(lines, size);
        const char *from = lines->ahead + lines->ahead_at;
        end = memchr(from, '\n', some);
        some = end ? (size_t)(end - from) : some;
        if (some > LINE_MOST - size)
            return lines_refuse(lines, "a line is too long");
        if (memchr(from, '\0', some))
            return lines_refuse(lines, "expected text, found a byte that is 0");
        MEMORY_RESERVE(lines->text, lines->capacity, size + some + 1);
        memcpy(lines->text + size, from, some);
        size += some;
        lines->ahead_at += some + (end != NULL);
    }
    lines->text[size] = '\0';
    lines->next = lines->text;
    return CREASE_OK;
}

int lines_has(proof_lines *lines, const char *text)
{
    size_t size = strlen(text);
    if (strncmp(lines->next, text, size) != 0)
        return 0;
    lines->next += size;
    return 1;
}

crease_status lines_expect(proof_lines *lines, const char *text)
{
    if (lines_has(lines, text))
        return CREASE_OK;
    return lines_refuse(lines, "expected \"%s\", found \"%.*s\"", text, SHOWN, lines->next);
}

crease_status lines_expect_end(const proof_lines *lines)
{
    if (!*lines->next)
        return CREASE_OK;
    return lines_refuse(lines, "expected the end of the line, found \"%.*s\"", SHOWN, lines->next);
}

crease_status lines_natural(size_t *x, proof_lines *lines)
{
    enum { DIGITS_MOST = 15 };
    const char *first = lines->next;
    size_t digits = strspn(first, "0123456789");
    if (!digits || digits > DIGITS_MOST || (*first == '0' && digits > 1))
        return lines_refuse(lines, "expected a natural number, found \"%.*s\"", SHOWN, first);
    for (*x = 0; digits > 0; digits--)
        *x = 10 * *x + (size_t)(*lines->next++ - '0');
    return CREASE_OK;
}
