// Filling and printing an error record.
#include "base/error.h"

#include "base/text.h"
#include <stdio.h>

void error_set_list(crease_error *error, const char *format, va_list arguments)
{
    if (!error)
        return;
    *error = (crease_error){0};
    vsnprintf(error->message, sizeof error->message, format, arguments);
}

crease_status error_set(crease_error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    error_set_list(error, format, arguments);
    va_end(arguments);
    return CREASE_ERROR;
}

crease_status error_at(crease_error *error, const char *where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    error_set_list(error, format, arguments);
    va_end(arguments);
    return error_where(error, "%s", where);
}

crease_status error_file(crease_error *error, const char *file)
{
    if (error)
        snprintf(error->file, sizeof error->file, "%s", file);
    return CREASE_ERROR;
}

crease_status error_where(crease_error *error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (error)
        vsnprintf(error->where, sizeof error->where, format, arguments);
    va_end(arguments);
    return CREASE_ERROR;
}

char *crease_error_text(char *text, size_t size, const crease_error *error)
{
    char line[32] = "", column[32] = "";
    if (error->line)
        snprintf(line, sizeof line, "%zu:", error->line);
    if (error->line && error->column)
        snprintf(column, sizeof column, "%zu:", error->column);
    snprintf(text, size, "%s%s%s%s%s%s%s%s", error->file, error->file[0] ? ":" : "", line, column,
             error->file[0] || error->line ? " " : "", error->where, error->where[0] ? ": " : "",
             error->message);
    if (size)
        text_sanitize(text, '?');
    return text;
}
