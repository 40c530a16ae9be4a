// Reading a JSON file by a grammar: tables of places, keys and rules.
//
// The reader is always at one place of the file: in front of a value, or inside an object
// or array, in front of its next member. Place 0 is the document itself.
#ifndef BASE_JSON_READER_H
#define BASE_JSON_READER_H

#include "base/json_events.h"

enum { JSON_PLACES = 40, JSON_KEYS = 32, JSON_INDICES = 3 }; // at most

typedef struct json_reader json_reader;
typedef crease_status (*json_action)(json_reader *reader, const json_event *event,
                                     crease_error *error);

// What messages call the place, and what they say is expected there. path takes the
// indices of the reader, as many as it needs: "layers[%zu].bias[%zu]".
typedef struct {
    const char *path, *expected;
} json_place;

// A key of the object at a place, and the place of its value.
typedef struct {
    int object;
    const char *name;
    int value;
    int required;
} json_key;

// At a place, an event of this type is taken by the action, if any, and leads to the next
// place; JSON_BY_KEY: to that of the key's value. All else is an error.
typedef struct {
    int at;
    json_type type;
    json_action action;
    int next;
} json_rule;
enum { JSON_BY_KEY = -1 };

typedef struct {
    const json_place *places;
    const json_key *keys;
    const json_rule *rules;
    size_t key_count, rule_count;
} json_grammar;

// To be zeroed but for the first three.
struct json_reader {
    const json_grammar *grammar;
    document_text document;
    void *target; // what the actions fill
    int at;
    size_t index[JSON_INDICES]; // where in arrays; kept by the actions
    size_t opened[JSON_PLACES]; // offset of the bracket that led inside each object or array
    char seen[JSON_KEYS];       // keys met in the present object
};

// Reads the document. Every required key of every object has been met when it succeeds.
// Errors have line, column, place and message; error must not be NULL.
crease_status json_read(json_reader *reader, crease_error *error);

// For actions. Fills an error with a message, the path of a place, and line and column of
// an offset; returns CREASE_ERROR.
crease_status json_refuse(crease_error *error, const json_reader *reader, int where, size_t offset,
                          const char *format, ...) __attribute__((format(printf, 5, 6)));

// The same for an event at the present place: "expected ..., found ...". NULL
// stands for what is usually expected at this place.
crease_status json_refuse_event(crease_error *error, const json_reader *reader,
                                const json_event *event, const char *expected);

#endif
