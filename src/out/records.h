// Region records: the table of fields, the interface of a format, and the text of records.
#pragma once

#include "base/json_writer.h"
#include "base/memory.h"
#include "exact/enclosed_sum.h"
#include "exact/number_text.h"

#include <crease/function.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define END_OF_LINE "\r\n" // of CSV: RFC 4180, section 2, rule 1

// The name of the measure of sets of this dimension: their number of "points", their "length",
// "area" or "volume".
const char *measure_name(size_t dimension);

typedef enum {
    FIELD_ID,
    FIELD_PATTERN,
    FIELD_BOUNDED,
    FIELD_MEASURE,
    FIELD_VERTICES,
    FIELD_RAYS,
    FIELD_MAP,
    FIELD_INEQUALITIES,
    FIELD_OWNERS,
    FIELD_INTERIOR,
    FIELD_DIGITS,
    FIELDS // ends a list
} record_field;

typedef struct record_format record_format;

// Threads make records, which are written in order. In a text the number of a region is this byte
// and the number from the first region of the text on, in 8 bytes.
enum { RECORD_ID = 1, RECORD_ID_SIZE = 1 + sizeof(uint64_t) };

// An inequality that a record had, and its text in the format's style: regions that follow have
// most of them too.
enum { RECORD_KEPT = 128 };
typedef struct kept_row kept_row;

// Records of consecutive regions, and the settings of the file.
typedef struct {
    const record_format *format;
    unsigned chosen; // bit f: field f is wanted
    const crease_net *net;
    const crease_domain *domain;
    size_t dimension;
    crease_arith arith;
    unsigned digits; // significant ones of all numbers; 0: numbers are exact
    char *text;
    size_t length, capacity;
    enclosed_sum total; // of the measures of all regions
    // For crease_records: the property, or NULL; the regions that satisfy it, and their measure.
    const crease_property *property;
    uint64_t counterexamples;
    fmpq_t counterexample_volume;
    // The measure of the present region, if it is wanted and the region is bounded.
    bool measured, by_ball;
    fmpq_t volume; // unless the ball decides what is written and added
    ball volume_ball;
    // Scratch: a point, a ray or a row of a map, and as text.
    fmpq *row;   // dimension + 1
    fmpq *point; // dimension; inside, so its numbers are short and need no memory
    number_text number;
    kept_integer denominator[KEPT_INTEGERS]; // of rows of maps
    kept_row *kept;                          // RECORD_KEPT, or NULL
} record_file;

// begin and end may be NULL.
struct record_format {
    const char *name;
    bool is_json;                // values are JSON, not cells of a table
    const unsigned char *fields; // in their order, ended by FIELDS; NULL: fields cannot be chosen
    bool totals;                 // end wants the measure of all regions
    void (*begin)(FILE *stream, const record_file *file);
    void (*region)(record_file *file, const crease_region *region);
    // total: the measure of all regions, or NULL if it is not known or not wanted.
    void (*end)(FILE *stream, const record_file *file, const crease_counts *counts,
                const number_text *total);
};

static inline number_style record_style(const record_file *file)
{
    return (number_style){file->digits, file->format->is_json};
}

extern const record_format record_jsonl, record_csv, record_ine;

// ---- Fields: out/fields.c ----

// Chooses the fields in a comma-separated list, or "all"; NULL: the usual ones.
crease_status record_choose(record_file *file, const char *list, crease_error *error);
const char *record_field_name(const record_file *file, record_field field);
static inline bool record_has(const record_file *file, record_field field)
{
    return file->chosen >> field & 1;
}
// Whether nearly every region is asked for vertices or its volume: then it is faster to keep the
// vertices of cells during the enumeration than to find those of each region afterwards.
bool record_needs_vertices(const record_file *file);

// The place of an inequality's text. Puts the text if it is known; else it is to be put, and then
// kept from `begin` on.
kept_row *record_kept(record_file *file, const crease_region *region, size_t k);
bool record_put_kept(record_file *file, const kept_row *kept);
void record_keep(kept_row *kept, const record_file *file, size_t begin);
void record_clear_kept(record_file *file);

// The numbers of a field: row k as text, borrowed until the next one, and how many rows there are.
size_t record_rows(const record_file *file, const crease_region *region, record_field field);
const number_text *record_row(record_file *file, const crease_region *region, record_field field,
                              size_t k);

// ---- Members of JSON ----

// The network, the domain and the arithmetic, and the counts, as members of a JSON object.
void record_json_claim(json *out, const crease_net *net, const crease_domain *domain,
                       crease_arith arith);
void record_json_counts(json *out, const crease_counts *counts);

// ---- Text ----

static inline void record_put(record_file *file, const char *text, size_t length)
{
    MEMORY_RESERVE(file->text, file->capacity, file->length + length + 1); // not NULL
    memcpy(file->text + file->length, text, length);
    file->length += length;
}
static inline void record_char(record_file *file, char c)
{
    record_put(file, &c, 1);
}
static inline void record_string(record_file *file, const char *text)
{
    record_put(file, text, strlen(text));
}
void record_count(record_file *file, uint64_t number);
void record_id(record_file *file, const crease_region *region);
// The pattern: `between` units, and `gap` between layers.
void record_pattern(record_file *file, const crease_region *region, char between, const char *gap);
