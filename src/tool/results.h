// What a command has found: each field is named once, and rendered as text, JSON or CSV.
//
// A field has a key, its name in JSON, and a label for people. It is no part of the text if label
// is NULL, and the next entry of a list, or cell of a record, if key is. In CSV every field is a
// cell of the present record, whatever its key. Text and CSV are printed at once, JSON at the end.
//
// What is found of each of several networks is a record by itself: one JSON object after another;
// records of CSV under a header of the keys, a list one cell with spaces between its entries; in
// text a table, with a line for each network and a column for each number that has a label.
#ifndef TOOL_RESULTS_H
#define TOOL_RESULTS_H

#include "base/json_writer.h"
#include "tool/columns.h"
#include "tool/options.h"

#include <flint/fmpq.h>
#include <stdio.h>

typedef enum {
    RESULTS_TEXT,
    RESULTS_TABLE,
    RESULTS_JSON,
    RESULTS_CSV,
    RESULTS_NONE, // --quiet
} results_format;

typedef struct {
    results_format format;
    json_layout layout;
    json json;
    uint64_t lists;        // bit k says whether what is open at depth k is a list
    unsigned depth;        // of what is open
    unsigned cells;        // CSV: in the present record
    unsigned entries;      // CSV: in the present cell, if it is a list, and 1
    const char *line_end;  // CSV
    int of_networks;       // the command takes several: each record says of which it is
    int name_width;        // table: the longest name of them
    columns_table columns; // of a table, and of the CSV of several networks
} results;

// The format is that of --json, --csv and --quiet. Open is begin and next; each record ends with
// close or drop.
void results_open(results *r, const settings *s);
void results_begin(results *r, const settings *s);
void results_next(results *r);
// Prints what is not printed yet; or forgets it, after an error.
void results_close(results *r);
void results_drop(results *r);

// ---- Fields ----

void put_text(results *r, const char *key, const char *label, const char *text);
void put_count(results *r, const char *key, const char *label, uint64_t count);
void put_truth(results *r, const char *key, const char *label, int truth); // yes or no
void put_seconds(results *r, const char *key, const char *label, double seconds);
// With all its digits, or with twelve; JSON has null, or nothing (known), if it is not finite.
void put_double(results *r, const char *key, const char *label, double x);
void put_known(results *r, const char *key, double x);
void put_rounded(results *r, const char *key, const char *label, double x);
void put_unknown(results *r, const char *key, const char *label); // null, or an empty cell
void put_rational(results *r, const char *key, const char *label, const fmpq_t x);
// For people one that is long is a double, and a point has its coordinates in parentheses.
void put_short(results *r, const char *key, const char *label, const fmpq_t x);
void put_vector(results *r, const char *key, const char *label, const fmpq *x, size_t count);
void put_integer(results *r, const char *key, const char *label, const fmpz_t x); // JSON: a string
void put_rationals(results *r, const char *key, const fmpq *x, size_t count);
void put_counts(results *r, const char *key, const uint64_t *count, size_t length);
// Two decimals that it is proved to lie between; nothing if it is empty. Two cells of CSV.
void put_enclosure(results *r, const char *key, const char *label, const crease_enclosure *x);
// What samples tell of a mean, as far as they do; all numbers times factor.
void put_estimate(results *r, const char *key, const char *label, crease_estimate e, double factor);
// A list; for people a row for each layer, if there are several, counted from 1.
void put_layers(results *r, const char *key, const char *label, const uint64_t *count,
                size_t layers);
// pieces[l] are those of layer l < hidden. For people a line of digits after the first word.
void put_pattern(results *r, const char *key, const char *first, const crease_net *net,
                 const uint32_t *const *pieces);

// ---- What most commands say ----

void put_network(results *r, const char *path, const crease_net *net); // where it is, and its hash
void put_identity(results *r, const char *path, const char *sha256);   // the same
void put_hidden(results *r, const crease_net *net);                    // widths; JSON only
void put_arithmetic(results *r, crease_arith arith);                   // and whether certified
void put_decisions(results *r, uint64_t by_float, uint64_t by_integers); // JSON only

// What a question about all of a domain says first, and last.
typedef struct {
    const char *path, *sha256; // of the network
    const char *domain;
    size_t dimension;
    crease_arith arith;
    const crease_counts *counts;
} work_summary;
void put_work(results *r, const work_summary *of);
void put_work_end(results *r, const work_summary *of);

// ---- Structure; nothing in text and CSV ----

void results_object(results *r, const char *key);
void results_list(results *r, const char *key);
void results_end(results *r); // of the innermost of these

// ---- Text only: the row "label     value", and a line of whatever form ----

void text_row(results *r, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The same of a number, which has a column in a table; and of what stands there at the end of the
// line.
void text_count(results *r, const char *label, uint64_t count);
void text_remark(results *r, const char *label, const char *text);
void text_line(results *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_rational(results *r, const char *before, const fmpq_t x);
// The same of one that may be long, which is then a double.
void text_short(results *r, const char *before, const fmpq_t x);
// Wraps text to the width of a page, every line after indent spaces; the first
// one continues a line whose column is `column`. A line end in text stays one.
void text_wrap(FILE *stream, const char *text, int indent, int column);

// ---- CSV only ----

// A header of its own, for a table that has more than one record for each network, or none.
void csv_header(results *r, const char *names, const char *line_end);
void csv_blank(results *r, unsigned cells);                  // cells without a value
void csv_rationals(results *r, const fmpq *x, size_t count); // one cell, with spaces between them
void csv_end(results *r);                                    // of a record

// "standard input" for "-".
const char *source_name(const char *path);

#endif
