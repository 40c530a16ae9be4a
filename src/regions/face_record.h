// Which inequalities are tight at which corners of a region: its faces follow from that.
#pragma once

#include "exact/rows.h"
#include "tree/region.h"
#include <crease/faces.h>
#include <stdbool.h>

// Where the signs of a unit are (crease_faces).
typedef struct {
    const crease_net *net;
    const crease_domain *domain;
    unsigned what;
    size_t hidden;
    size_t *first;       // of each hidden layer: its first unit, in the list below
    size_t *bit;         // of each unit: its first bit
    size_t last;         // the first bit of the last unit
    size_t border, bits; // the first bit of the domain; all bits
    size_t bytes;        // of all bits
} face_layout;

static inline void face_set_sign(unsigned char *sign, size_t bit, bool value)
{
    const unsigned char one = (unsigned char)(1u << bit % 8);
    sign[bit / 8] = (unsigned char)(value ? sign[bit / 8] | one : sign[bit / 8] & ~one);
}

static inline bool face_sign(const unsigned char *sign, size_t bit)
{
    return sign[bit / 8] >> bit % 8 & 1;
}

void face_layout_init(face_layout *layout, const crease_net *net, const crease_domain *domain,
                      unsigned what);
void face_layout_clear(face_layout *layout);

// An inequality that is tight somewhere on the region. It has one bit of the signs, which is 1 off
// it. The corners that lie on it are a set of `words` words.
typedef struct {
    size_t bit;
    bool is_above; // a region lies beyond it, and this one is on the upper side
} face_item;

// One region. Corners are its vertices and then its rays, without those of `lines` lines. The whole
// line or plane has one vertex. If it is simple, each vertex lies on exactly dimension - least
// items.
typedef struct {
    size_t vertices, rays, lines, items, words;
    size_t least; // the dimension of its least faces
    bool is_simple;
    unsigned char *sign; // of its inside, layout->bytes
    face_item *item;
    uint64_t *on;    // items x words
    uint64_t *given; // the vertices whose points follow, if points are wanted: `words` words
    fmpq *point;     // those, then the rays, then each line twice; points x dimension
    size_t points;
} face_record;

// Records, one after the other, and what one thread needs to make them. Begins as zeros.
typedef struct {
    const face_layout *layout;
    arena memory; // of the records
    arena_mark empty;
    face_record *record;
    size_t records, capacity, bytes;
    bool is_plain; // the present record has facets alone, and is simple
    // Scratch.
    face_item *item; // those of the present record, and the corners on them
    uint64_t *on;
    size_t item_room, on_room;
    double *x; // dimension + 1 rows, the last one w, of `apart` entries
    double *reach, *form, *value;
    size_t apart, room, value_room;
    double radius;
    uint32_t *generator; // of each corner
    size_t generators, generator_room;
    uint32_t *item_of_plane, *item_of_bit; // number + 1, or 0
    size_t planes;
    fmpz *row;
} face_batch;

void face_batch_init(face_batch *batch, const face_layout *layout);
void face_batch_clear(face_batch *batch);
void face_batch_empty(face_batch *batch);
// Never cancelled.
void face_batch_add(face_batch *batch, const crease_region *region);
