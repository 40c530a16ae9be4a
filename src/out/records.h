// Region records: what a record format is.
#ifndef OUT_RECORDS_H
#define OUT_RECORDS_H

#include <crease/walk.h>
#include <stdio.h>

// What all records of a file have in common.
typedef struct {
    const crease_net *net;
    const crease_domain *domain;
    size_t dimension;
    const char *measure; // "length", "area" or "volume", as the dimension wants
    crease_arith arith;
    fmpq *row; // scratch for a point, a ray or a row of a map: dimension + 1 entries
} record_file;

// Write errors are not looked at here: the stream remembers them.
// begin and end may be NULL.
typedef struct {
    void (*begin)(FILE *stream, const record_file *file);
    // volume: the region's measure, NULL if it is unbounded.
    void (*region)(FILE *stream, const record_file *file, const crease_region *region,
                   const fmpq *volume);
    // total: the measure of all regions, NULL on an unbounded domain.
    void (*end)(FILE *stream, const record_file *file, const crease_counts *counts,
                const fmpq *total);
} record_format;

extern const record_format record_jsonl, record_csv;

#endif
