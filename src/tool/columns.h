// A table that is printed line by line, under a header of the names of the first line's cells.
#ifndef TOOL_COLUMNS_H
#define TOOL_COLUMNS_H

#include <stdio.h>

typedef struct {
    char *text;
    size_t size;
    FILE *stream;
} columns_part;

// The name of each cell is written to the header, its value to the line; remarks follow the last.
// Zeroed: nothing is printed so far.
typedef struct {
    columns_part header, line, remarks;
    int has_header; // it is printed
} columns_table;

void columns_open(columns_table *c);  // the next line
void columns_print(columns_table *c); // and frees it
void columns_drop(columns_table *c);

#endif
