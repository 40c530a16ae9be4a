// Writes one JSON object, member by member. Texts are escaped so that a terminal can show them;
// bytes that are not UTF-8 become U+FFFD.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef enum { JSON_INDENTED = 1, JSON_IN_A_LINE } json_layout;

enum { JSON_MOST_LEVELS = 64 }; // of objects and arrays in each other

typedef struct {
    FILE *stream;
    json_layout layout;
    unsigned depth;         // of open objects and arrays
    uint64_t begun, arrays; // bit d: the one at depth d has a member; is an array
} json;

// Begins an object. The caller may also write to the stream, and checks it. Nothing has to be
// freed.
void json_open(json *out, FILE *stream, json_layout layout);

// Writes a text in quotes.
void json_quote(FILE *stream, const char *text);

// ---- Members: name is the key, NULL inside an array ----

void json_text(json *out, const char *name, const char *text);
void json_count(json *out, const char *name, uint64_t count);
// A list of numbers.
void json_counts(json *out, const char *name, const uint32_t *count, size_t counts);
// A value that is already JSON.
void json_spelt(json *out, const char *name, const char *text);
void json_truth(json *out, const char *name, int truth);

void json_object(json *out, const char *name);
void json_array(json *out, const char *name);
// Ends the innermost object or array, the first object last of all.
void json_end(json *out);
