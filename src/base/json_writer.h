// Writes one JSON object, member by member: kept in memory until printed, or written at once. Texts
// are escaped so that a terminal can show them; bytes that are not UTF-8 become U+FFFD.
#ifndef BASE_JSON_WRITER_H
#define BASE_JSON_WRITER_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum { JSON_INDENTED = 1, JSON_IN_A_LINE } json_layout;

enum { JSON_MOST_LEVELS = 64 }; // of objects and arrays in each other

typedef struct {
    FILE *stream;
    struct json_kept *kept; // the text until it is printed, or NULL
    json_layout layout;
    unsigned depth; // of open objects and arrays
    uint64_t begun; // bit d: the one at depth d has a member
} json;

// Begins an object in memory, which json_print or json_drop ends.
void json_open(json *out, json_layout layout);
// Ends and prints it with a line end, and frees everything. The caller checks the stream.
void json_print(json *out, FILE *stream);

// Begins an object that is written at once, without white space. The caller may also write to the
// stream. Nothing has to be freed.
void json_open_on(json *out, FILE *stream);
// Ends it.
void json_close(json *out);

// Frees the text of an object that will not be printed.
void json_drop(json *out);

// Writes a text in quotes.
void json_quote(FILE *stream, const char *text);

// ---- Members: name is the key, NULL inside an array ----

void json_text(json *out, const char *name, const char *text);
void json_count(json *out, const char *name, uint64_t count);
// A list of numbers.
void json_counts(json *out, const char *name, const uint32_t *count, size_t counts);
// A value that is already JSON.
void json_spelt(json *out, const char *name, const char *text);
void json_integer(json *out, const char *name, int64_t number);
void json_seconds(json *out, const char *name, double seconds);
// With as many digits as determine the double; null if it is not finite.
void json_double(json *out, const char *name, double number);
// With twelve digits; null if it is not finite.
void json_rounded(json *out, const char *name, double number);
void json_truth(json *out, const char *name, int truth);
void json_null(json *out, const char *name);

void json_object_open(json *out, const char *name);
void json_object_close(json *out);
void json_array_open(json *out, const char *name);
void json_array_close(json *out);

#endif
