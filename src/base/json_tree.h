// A JSON document as a tree. A schema lists the keys of each object and the type of each value; a
// tree that was read fits it.
#pragma once

#include "base/text.h"
#include <stdbool.h>

typedef enum {
    JSON_NULL,
    JSON_BOOLEAN,
    JSON_NUMBER,
    JSON_STRING,
    JSON_WORD, // not JSON, such as NaN, 1/2 or 0x10 without quotes; never in a tree
    JSON_OBJECT,
    JSON_ARRAY,
} json_type;

#define JSON_IS(type) (1U << (type))
#define JSON_IS_NUMERAL (JSON_IS(JSON_NUMBER) | JSON_IS(JSON_STRING))

// A kind of value. A schema has at most 64; row 0 is the document itself.
typedef struct {
    int parent;
    const char *key; // of the parent, an object; NULL: each element of the parent, an array
    unsigned types;  // of JSON_IS
    bool required;   // the key must be there
    const char *expected;
} json_place;

typedef struct {
    const json_place *place;
    size_t places;
    // Reports a word in place of a number, such as 1/2 without quotes. Optional.
    void (*refuse_word)(crease_error *error, const char *text, size_t length);
} json_schema;

// The members of an object or array follow it immediately.
typedef struct {
    uint32_t offset; // in the document
    uint32_t next;   // the index of the first value that is not in this one
    uint32_t length; // of an object or array: its members; else the bytes of its text
    uint32_t text;   // of a string: where it is in the tree's text, without quotes and escapes
    uint8_t type, place;
} json_value;

typedef struct {
    const json_schema *schema;
    document_text document;
    json_value *value; // the first one is the document
    size_t values, value_capacity;
    char *text; // of all strings, each with a NUL behind it
    size_t text_size, text_capacity;
} json_tree;

// Errors have line, column, place and message; error must not be NULL. The caller clears the tree,
// also after an error.
crease_status json_tree_read(json_tree *tree, const json_schema *schema, document_text document,
                             crease_error *error);
void json_tree_clear(json_tree *tree);

// The member of an object of this kind, or NULL.
const json_value *json_member(const json_tree *tree, const json_value *object, int place);
// For each element of an array: for (size_t i = 0; i < array->length; i++, v = json_next(tree, v))
// from json_first on.
const json_value *json_first(const json_value *array);
const json_value *json_next(const json_tree *tree, const json_value *element);

// The text of a string, with a NUL after it; or the literal of a number.
document_text json_text_of(const json_tree *tree, const json_value *value);
bool json_text_is(const json_tree *tree, const json_value *value, const char *text);
// A copy, to be freed; NULL if value is NULL.
char *json_copy_text(const json_tree *tree, const json_value *value);

// Fills an error with a message, the path of a value such as layers[0].bias[1], and its line and
// column; returns CREASE_ERROR.
#define json_fail(error, tree, node, ...) \
    json_fail_at(error, tree, (size_t)((node) - (tree)->value), (node)->offset, __VA_ARGS__)
// The same at an offset, of the value with this index.
crease_status json_fail_at(crease_error *error, const json_tree *tree, size_t value, size_t offset,
                           const char *format, ...) __attribute__((format(printf, 5, 6)));
// "expected ..., found ..."; NULL: what the schema expects there.
crease_status json_unexpected(crease_error *error, const json_tree *tree, const json_value *value,
                              const char *expected);
