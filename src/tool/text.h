// Text for people: named rows and wrapped paragraphs.
#ifndef TOOL_TEXT_H
#define TOOL_TEXT_H

#include <stdio.h>

// "name      value", the names in a column of their own. Control characters in the
// value are replaced: it may come from a file.
void text_row(FILE *stream, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Wraps text to the width of a page, every line after indent spaces; the first
// one continues a line whose column is `column`. A line end in text stays one.
void text_wrap(FILE *stream, const char *text, int indent, int column);

#endif
