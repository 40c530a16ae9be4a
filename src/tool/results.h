// Results: a command names each field once, and it is printed as text, JSON or CSV.
//
// A field has a key, its name in JSON, and a label for people. It is not part of the text if label
// is NULL, and the next entry of a list if key is. Text is printed at once, JSON at the end.
//
// CSV is printed of tables only. A table is a list of objects, and names its columns: each is the
// key of a field, with "KEY_" in front for a field of an object within; the entries of a list have
// spaces between them, and lists within semicolons, layers of a pattern vertical bars. Missing
// fields are blank, and fields without a column are omitted.
//
// Each of several networks has a record of its own: one JSON object after another; in CSV a row of
// all fields; in text a line, with a column for each number that has a label.
#pragma once

#include "base/json_writer.h"
#include "tool/options.h"

#include <flint/fmpq.h>
#include <stdbool.h>
#include <stdio.h>

typedef enum {
    RESULTS_TEXT,
    RESULTS_TABLE, // text for several networks
    RESULTS_JSON,
    RESULTS_CSV,
    RESULTS_NONE, // --quiet
} results_format;

// A name and a value, both in one text.
typedef struct {
    size_t name, value;
} results_cell;

typedef struct {
    results_format format;
    json_layout layout;
    json json;
    FILE *json_stream; // in memory: an error leaves no part of an object
    char *json_text;
    size_t json_size;
    uint64_t lists;    // bit k says whether what is open at depth k is a list
    unsigned depth;    // of what is open
    bool of_networks;  // the command takes several: each record says of which it is
    size_t name_width; // the longest name of them
    char *columns;     // of a table in CSV
    unsigned table;    // the depth inside of it; 0: there is none
    bool in_row, has_header;
    size_t entries;  // of the list that is the last cell
    char between;    // lists within it; 0: a semicolon
    char path[64];   // before the names of cells
    unsigned digits; // at least, of a number in place of an enclosure
    char *text;
    size_t text_size, text_capacity;
    results_cell *cell;
    size_t cells, cell_capacity;
} results;

// The format is that of --json, --csv and --quiet. Each record begins with next and ends with close
// or drop.
void results_begin(results *r, const settings *s);
void results_next(results *r);
// Prints what is not printed yet; or forgets it, after an error.
void results_close(results *r);
void results_drop(results *r);

// ---- Fields ----

void put_text(results *r, const char *key, const char *label, const char *text);
void put_count(results *r, const char *key, const char *label, uint64_t count);
void put_bool(results *r, const char *key, const char *label, int truth); // yes or no
void put_seconds(results *r, const char *key, const char *label, double seconds);
// With all its digits, or with twelve; JSON has null if it is not finite.
void put_double(results *r, const char *key, const char *label, double x);
void put_rounded(results *r, const char *key, const char *label, double x);
void put_unknown(results *r, const char *key, const char *label); // null, or an empty cell
void put_rational(results *r, const char *key, const char *label, const fmpq_t x);
// For people one that is long is a double, and a point has its coordinates in parentheses, or the
// first of them.
void put_short(results *r, const char *key, const char *label, const fmpq_t x);
void put_vector(results *r, const char *key, const char *label, const fmpq *x, size_t count);
void put_integer(results *r, const char *key, const char *label, const fmpz_t x); // JSON: a string
void put_rationals(results *r, const char *key, const fmpq *x, size_t count);
// Numbers of regions. JSON: a number, but a string beyond 2^53, which not every reader can hold.
void put_total(results *r, const char *key, const char *label, const fmpz_t x);
void put_totals(results *r, const char *key, const fmpz *x, size_t count);
// Two decimals between which it is proved to lie; nothing if it is empty. In CSV KEY_low, KEY_high.
void put_enclosure(results *r, const char *key, const char *label, const crease_enclosure *x);
// The same of two doubles; no text.
void put_between(results *r, const char *key, double low, double high);
// The mean of independent numbers, times factor, and its standard error.
void put_mean(results *r, const char *key, const char *label, const double *x, size_t count,
              double factor);
// A list; for people a row for each layer, if there are several, numbered from 0.
void put_layers(results *r, const char *key, const char *label, const uint64_t *count,
                size_t layers);
// pieces[l] are those of layer l < hidden. For people a line of digits after the first word.
void put_pattern(results *r, const char *key, const char *first, const crease_net *net,
                 const uint32_t *const *pieces);

// ---- What most commands say ----

// The first column of a table: what the row is about.
void table_name(results *r, const char *path);
void table_empty(results *r, const char *label);                       // a cell without a value
void put_network(results *r, const char *path, const crease_net *net); // where it is, and its hash
void put_hidden(results *r, const crease_net *net);                    // widths; JSON only
void put_arithmetic(results *r, crease_arith arith);                   // and whether exact
void put_decisions(results *r, uint64_t by_float, uint64_t by_integers); // JSON only

// ---- Structure; nothing in text ----

void results_object(results *r, const char *key);
void results_list(results *r, const char *key);
// A list of objects that is also a table of CSV. The columns have commas between them; of several
// tables those of the first count.
void results_table(results *r, const char *key, const char *columns);
void results_end(results *r); // of the innermost of these

// ---- Text only: the row "label     value", and a line of whatever form ----

void text_row(results *r, const char *label, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The same for a number, which has a column in a table, and for a remark at the end of the line.
void text_count(results *r, const char *label, uint64_t count);
void text_total(results *r, const char *label, const fmpz_t x);
void text_remark(results *r, const char *label, const char *text);
void text_line(results *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
void text_rational(results *r, const char *before, const fmpq_t x);
// The same of one that may be long, which is then a double.
void text_short(results *r, const char *before, const fmpq_t x);
// Wraps text to the width of a page, every line after indent spaces; the first
// one continues a line whose column is `column`. A line end in text stays one.
void text_wrap(FILE *stream, const char *text, int indent, int column);

// ---- CSV only: cells of the present row ----

void csv_count(results *r, const char *key, uint64_t count);
// Cells x1, x2, ..
void csv_coordinates(results *r, const fmpq *x, size_t count);

// "standard input" for "-".
const char *source_name(const char *path);
