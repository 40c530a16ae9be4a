// Region records: what a record format is.
#ifndef OUT_RECORDS_H
#define OUT_RECORDS_H

#include "base/json_writer.h"
#include "base/memory.h"
#include "exact/number_text.h"

#include <crease/walk.h>
#include <stdio.h>
#include <string.h>

// What the measure of sets of this dimension is called: their number of "points", their "length",
// "area" or "volume".
const char *measure_name(size_t dimension);

// What all records of a file have in common.
// Threads make records, which are written in order. The number of a region is known, and put in,
// when its record is written.
typedef struct {
    size_t at;       // in the text
    uint64_t number; // from the first of these records
} record_mark;

// What has to be known for a field, beside the region.
typedef enum { RECORD_MEASURE = 1, RECORD_MAP = 2 } record_need;

typedef struct record_field record_field;

typedef struct {
    const record_field *field; // of the format
    unsigned chosen;           // bit k: field[k] is wanted
    unsigned needs;            // of those that are
    const crease_net *net;
    const crease_domain *domain;
    size_t dimension;
    const char *measure; // its name
    crease_arith arith;
    unsigned digits;      // significant ones of all numbers; 0: numbers are exact
    int sums;             // measures are summed exactly, not in intervals
    fmpq *row;            // scratch for a point, a ray or a row of a map: dimension + 1 entries
    fmpz *integer;        // scratch for a row of a map and its denominator: dimension + 2 entries
    number_text text;     // scratch: that as text
    number_text measured; // of the present region: its measure as text
    char *list;           // scratch: rows and lists as text
    size_t listed, list_capacity;
    // Numbers in the text of records that are known only when it is written.
    record_mark *mark;
    size_t marks, mark_capacity;
} record_file;

// Where a region's fields are put: cells of a table, or members of an object.
typedef struct {
    FILE *stream;
    json *object;
    const number_text *measure; // the region's; NULL if it is unbounded or not wanted
} record_sink;

// A field that users may choose or leave out. Write errors are not looked at here: the stream
// remembers them.
struct record_field {
    const char *name; // NULL: that of the measure
    void (*put)(const record_sink *to, record_file *file, const crease_region *region);
    unsigned needs;
    int rounded; // there only where numbers are decimals
};

// check, begin and end may be NULL.
typedef struct {
    const record_field *field; // ends with one that has no `put`; NULL: there is no choice
    int rounds;                // numbers are decimals, of CREASE_DIGITS if nobody says how many
    int totals;                // end wants the measure of all regions
    const char *between;       // records; a line end comes before the first. NULL: nothing
    // Whether the domain can be shown; before the file is opened.
    crease_status (*check)(const record_file *file, crease_error *error);
    void (*begin)(FILE *stream, const record_file *file);
    // measure: the region's as text, NULL if it is unbounded or not wanted.
    crease_status (*region)(FILE *stream, record_file *file, const crease_region *region,
                            const number_text *measure, crease_error *error);
    // total: the measure of all regions as text, NULL on an unbounded domain, or if it is not
    // wanted.
    void (*end)(FILE *stream, record_file *file, const crease_counts *counts,
                const number_text *total);
} record_format;

// ---- Fields: out/fields.c ----

// Chooses those that a list names, with commas between them; NULL: all.
crease_status record_choose(record_file *file, const char *format, const char *list,
                            crease_error *error);
// What field k is called.
const char *record_field_name(const record_file *file, size_t k);
static inline int record_has(const record_file *file, size_t k)
{
    return file->chosen >> k & 1;
}
static inline int record_needs(const record_file *file, record_need what)
{
    return (file->needs & what) != 0;
}
// Puts the chosen ones of `count` fields, from number `first` on.
void record_put_fields(const record_sink *to, record_file *file, const crease_region *region,
                       size_t first, size_t count);

// Rows of a record as text, borrowed until the next one: vertex, ray, row of the map or inequality
// `index`, and the point inside, whose index is 0.
typedef const number_text *record_row(record_file *file, const crease_region *region, size_t index);
record_row record_vertex, record_ray, record_map, record_inequality, record_interior;

// The number of a region in the text of its record.
void record_put_id(FILE *stream, record_file *file, const crease_region *region);
// An error's text has this in the place of the number of the region.
#define RECORD_ID "\x01"

// What rows and lists are put together in, so that streams and generators get them at once. It
// begins with file->listed = 0.
//
// Where so many bytes may be put; record_listed takes those before `end`.
static inline char *record_room(record_file *file, size_t length)
{
    MEMORY_RESERVE(file->list, file->list_capacity, file->listed + length + 1); // not NULL
    return file->list + file->listed;
}
static inline void record_listed(record_file *file, const char *end)
{
    file->listed = (size_t)(end - file->list);
}
static inline void record_list(record_file *file, const char *text, size_t length)
{
    memcpy(record_room(file, length), text, length);
    file->listed += length;
}
// A character, if it is wanted.
static inline void record_char(record_file *file, char c, int wanted)
{
    *record_room(file, 1) = c;
    file->listed += wanted != 0;
}
static inline void record_text(record_file *file, const number_text *text)
{
    record_list(file, text->text, text->length);
}
// The pattern: `between` units, and `gap` between layers.
void record_pattern(record_file *file, const crease_region *region, char between, const char *gap);

extern const record_format record_jsonl, record_csv, record_ine, record_geojson, record_wkt;

#endif
