// Text for people: named rows and wrapped paragraphs.
#include "tool/text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_WIDTH = 20, PAGE_WIDTH = 79 };

void text_row(FILE *stream, const char *name, const char *format, ...)
{
    char *value;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&value, format, arguments);
    va_end(arguments);
    if (length < 0)
        abort();
    for (char *c = value; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = ' ';
    fprintf(stream, "%-*s%s\n", NAME_WIDTH, name, value);
    free(value);
}

void text_wrap(FILE *stream, const char *text, int indent, int column)
{
    int fresh = column <= indent; // nothing but indent on this line yet
    while (*text) {
        int length = (int)strcspn(text, " \n");
        if (length && !fresh && column + 1 + length > PAGE_WIDTH) {
            fputc('\n', stream);
            column = 0;
            fresh = 1;
        }
        if (length) {
            int gap = fresh ? indent - column : 1;
            fprintf(stream, "%*s%.*s", gap, "", length, text);
            column += gap + length;
            fresh = 0;
        }
        text += length;
        if (*text == '\n') {
            fputc('\n', stream);
            column = 0;
            fresh = 1;
        }
        text += *text != '\0';
    }
    fputc('\n', stream);
}
