// Filling and spelling an error record.
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

crease_status error_set(crease_error *error, const char *format, ...)
{
    if (!error)
        return CREASE_ERROR;
    *error = (crease_error){0};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    return CREASE_ERROR;
}

void error_locate(crease_error *error, const char *file, size_t line, size_t column,
                  const char *where)
{
    if (!error)
        return;
    if (file)
        snprintf(error->file, sizeof error->file, "%s", file);
    if (line)
        error->line = line;
    if (column)
        error->column = column;
    if (where)
        snprintf(error->where, sizeof error->where, "%s", where);
}

// Appends formatted text at offset *used, stopping at the end of the buffer.
static void append(char *text, size_t size, size_t *used, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void append(char *text, size_t size, size_t *used, const char *format, ...)
{
    if (*used + 1 >= size)
        return;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text + *used, size - *used, format, arguments);
    va_end(arguments);
    if (length > 0)
        *used += (size_t)length;
}

char *crease_error_text(char *text, size_t size, const crease_error *error)
{
    size_t used = 0;
    if (size)
        text[0] = '\0';
    if (error->file[0])
        append(text, size, &used, "%s:", error->file);
    if (error->line)
        append(text, size, &used, "%zu:", error->line);
    if (error->line && error->column)
        append(text, size, &used, "%zu:", error->column);
    if (used)
        append(text, size, &used, " ");
    if (error->where[0])
        append(text, size, &used, "%s: ", error->where);
    append(text, size, &used, "%s", error->message);
    return text;
}
