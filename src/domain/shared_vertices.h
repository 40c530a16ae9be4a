// Numbers of vertices, computed once for all cells that share them.
//
// In d dimensions 2^d cells may share a vertex, and most do. Each vertex has a number, and a cell
// finds by it the coordinates, their text and more, which are computed once. A vertex gets its
// number by the edge that it divides (domain/point_number.h) or else by a name
// (tree/vertex_name.h).
#pragma once

#include "base/arena.h"
#include "exact/ball.h"
#include "exact/number_text.h"
#include "exact/word_row.h"
#include <stdbool.h>
#include <stdint.h>

// Cells that have the same planes at a vertex share its cone, in balls (cell/vertex_sums.h).
typedef struct shared_cone {
    struct shared_cone *next;
    uint64_t entry;       // of the cell on which the planes have these forms
    signed char is_known; // 1; -1: balls cannot compute it
    ball weight;          // where all forms are positive
    uint64_t plane[];     // layer, breakpoint and unit of each
} shared_cone;

// In the plane, four polygons that meet in a vertex have eight other vertices if they are
// quadrangles.
enum { VERTICES_BESIDE = 8 };

// The coordinates of a vertex as text.
typedef struct {
    number_text text; // empty: none is kept
    number_style style;
} vertex_text;

// Results are computed by those who need them first; until then all are zero.
typedef struct shared_vertex {
    double *place;        // as in exact/point.h
    unsigned char *signs; // of all hyperplanes of the network, SIGN_OPEN: not yet known; or NULL
    int8_t is_coarse;     // `place` is, as in domain/space.h
    signed char is_known; // 1: in balls; 2: in wider ones; -1: balls cannot solve it
    bool was_divided;     // balls were tried between the ends of the edge that it divides
    signed char are_cofactors; // 1: `integers` are; -1: they cannot be computed
    unsigned char compared_count;
    word_row integers; // a positive multiple of the row, if it has words
    fmpz *row;         // dimension + 1 homogeneous integers without common factor
    fmpz common; // of the row, for its coordinates and more (exact/lowest_terms.h, cell/share.h);
                 // 0 until it is needed
    vertex_text *text;
    ball *coordinate;   // once more, in balls; and behind them the height
    double *nearest;    // the nearest doubles of the coordinates
    shared_cone *cones; // of cells that have asked for one
    // VERTICES_BESIDE vertices, NULL behind the last one, or NULL: `common` has what their weights
    // share with the one of this vertex (cell/area.c).
    const struct shared_vertex **compared;
} shared_vertex;

// The vertex of a name.
typedef struct {
    const unsigned char *name;
    size_t size;
    uint64_t number; // 0: an empty slot
} named_vertex;

// The vertex that divides the edge between two others.
typedef struct {
    uint64_t end[2]; // their numbers, ascending
    uint64_t number; // 0: an empty slot
} divided_edge;

// A zeroed table is empty.
typedef struct {
    arena memory;
    arena_mark empty; // where it begins
    size_t dimension;
    shared_vertex **vertex;
    size_t count, capacity;
    uint64_t forgotten;  // vertices; vertex[i] has number forgotten + i + 1
    named_vertex *named; // a hash table
    size_t names, name_slots;
    divided_edge *edge; // a hash table
    size_t edges, edge_slots;
    bool keeps;          // forgets nothing
    unsigned char *name; // scratch
    size_t room;
    size_t bytes; // that results take, about: those who compute them add them
    size_t trims; // how often all were forgotten
} shared_vertices;

// Makes room for names of `room` bytes in table->name, of a space of `dimension`.
void shared_vertices_begin(shared_vertices *table, size_t dimension, size_t room);
// The number of the vertex of the name of `size` bytes in table->name; size 0: one that is not
// found again. No number is 0, and none is given twice.
uint64_t shared_vertices_find(shared_vertices *table, size_t size);
// The number of the one vertex that divides the edge between two others.
uint64_t shared_vertices_divide(shared_vertices *table, uint64_t end, uint64_t other_end);
// The vertex of a number, until they are forgotten; then a new one stands for it.
shared_vertex *shared_vertices_at(shared_vertices *table, uint64_t number);
// Forgets all vertices if they take much memory.
void shared_vertices_trim(shared_vertices *table);
void shared_vertices_clear(shared_vertices *table);
