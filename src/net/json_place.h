// Where in a network file its reader is, and what messages say about it.
#ifndef NET_JSON_PLACE_H
#define NET_JSON_PLACE_H

#include "net/draft.h"
#include "net/json_events.h"

// In front of a value, or (IN_) inside an object or array, in front of its next
// member.
typedef enum {
    DOCUMENT,
    IN_DOCUMENT,
    INPUTS,
    NUMBERS,
    ABOUT,
    LAYERS,
    IN_LAYERS,
    IN_LAYER,
    WEIGHTS,
    IN_WEIGHTS,
    IN_ROW,
    BIAS,
    IN_BIAS,
    ACTIVATION,
    PLACES
} json_place;

#define JSON_PLACE_KEYS 7 // of all objects together

typedef struct {
    json_text document;
    json_place at;
    size_t opened[PLACES];      // offset of the bracket that led into each IN_ place
    char seen[JSON_PLACE_KEYS]; // keys met in the present object
    size_t layer, row, column;
    draft plan;
} json_reader;

#define JSON_PATH_SIZE sizeof(((crease_error *)NULL)->where)

// "layers[0].weights[1][2]", or "" for the document itself.
void json_place_path(char path[JSON_PATH_SIZE], const json_reader *reader, json_place where);

// Fills an error with a message, the path of a place, and line and column of an
// offset; returns CREASE_ERROR.
crease_status json_refuse(crease_error *error, const json_reader *reader, json_place where,
                          size_t offset, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

// The same for an event at the present place: "expected ..., found ...". NULL
// stands for what is usually expected at this place.
crease_status json_refuse_event(crease_error *error, const json_reader *reader,
                                const json_event *event, const char *expected);

// Goes to the place of the value of a key; it must be known and new.
crease_status json_take_key(json_reader *reader, const json_event *event, crease_error *error);

// At the end of an object: the required keys must have been there.
crease_status json_check_keys(json_reader *reader, json_place object, crease_error *error);

#endif
