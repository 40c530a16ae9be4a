// The places and keys of a network file, as base/json_reader.h wants them.
#ifndef NET_JSON_PLACE_H
#define NET_JSON_PLACE_H

#include "base/json_reader.h"

// In front of a value, or (IN_) inside an object or array, in front of its next
// member.
enum {
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
};

// The indices of the reader.
enum { LAYER, ROW, COLUMN };

enum { NET_KEYS = 7 }; // of all objects together

extern const json_place net_places[PLACES];
extern const json_key net_keys[NET_KEYS];

#endif
