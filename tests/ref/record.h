// A region record in a file of JSON lines.
#ifndef RECORD_H
#define RECORD_H

#include <flint/fmpq.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    bool border;
    size_t layer, unit, breakpoint;
    int side;
} record_owner;

// Rows of numbers, one after another: points and rays have dimension entries, inequalities and
// rows of the map one more.
typedef struct {
    size_t dimension, vertices, rays, inequalities, outputs;
    fmpq *vertex, *ray, *inequality, *map, *interior;
    record_owner *owner; // of each inequality
    size_t layers;
    size_t *width;
    size_t **pattern;
    int bounded;
    size_t id;
} record;

// Reads a line; a line that docs/formats.md does not allow ends the program. Returns 0 for the last
// line, {"end": ...}.
bool record_read(record *of, const char *line, size_t dimension);
void record_clear(record *of);

#endif
