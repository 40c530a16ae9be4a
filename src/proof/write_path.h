// The path of the enumeration in a certificate: constraints, cones in scope, splits.
#pragma once

#include "exact/key_set.h"
#include "proof/cones.h"
#include "proof/line.h"
#include <stdbool.h>

typedef struct proof proof;

// Rows of outputs + 1 numbers, the constant last, in alternatives. Without sizes each row is an
// alternative and at most 0; otherwise nowhere all rows of an alternative are >= 0.
typedef struct {
    size_t count; // alternatives
    const size_t *size;
    const fmpq *row;
} proof_rows;

// A cone in scope.
typedef struct {
    uint32_t point; // its apex, if it spans a vertex
    size_t first, count;
    size_t before; // 1 + the number of the cone before with this apex; 0: none
} held_cone;

// The sizes of the lists of a case, to which they return when it ends.
typedef struct {
    size_t members, cones, settled;
    bool bounded;
} extent_of_path;

// A split on the path.
typedef struct {
    size_t layer, predicate; // predicate: its place in the insertion
    uint32_t unit, breakpoint;
    const geom_cell *cell;
    extent_of_path whole;
    // Maxout: for each row, itself or another that is as large at least on the whole cell and for
    // which this is itself; and the row that is the largest in the present part.
    uint32_t *beater;
    uint32_t kept;
} split_on_path;

// A unit before its pieces were settled further.
typedef struct {
    size_t layer;
    uint32_t unit, low;
    unsigned char known;
} settled_unit;

struct proof {
    proof_line line; // goes to `buffer`, or `nowhere` while others have written it
    FILE *buffer;    // of the present buffer
    FILE *nowhere;   // in memory
    char *unread;
    size_t unread_size;
    const crease_net *net;
    const key_set *witnesses;
    const proof_rows *claim; // NULL: counts alone
    cone_finder finder;
    cone_form *member; // of number borders on
    size_t borders, members, member_capacity;
    held_cone *cone;
    size_t cones, cone_capacity;
    uint32_t *cone_member; // members of cones, one after the other
    size_t cone_members, cone_member_capacity;
    size_t *cone_at; // by point: 1 + the number of the latest cone, or 0
    size_t points;
    split_on_path *path;
    size_t splits, path_capacity;
    settled_unit *settled;
    size_t settleds, settled_capacity;
    uint32_t **low;        // by layer and unit: pieces below are crossed out
    unsigned char **known; // and all others but this one
    uint32_t **cut;        // scratch: 1 + the place of the first hyperplane in the list
    bool bounded;
    bool same_layer;  // the next cell is a part
    uint32_t *number; // scratch: of a cone
};

// borders: inequalities of the domain. witnesses: of all maps, if facets are to be named where more
// regions may have the same (regions/merge.h), or NULL.
proof *proof_new(const crease_net *net, size_t dimension, size_t borders, const key_set *witnesses);
void proof_free(proof *p);
// The stream of the next lines. Lines on the way to a subtree are not written.
void proof_write_to(proof *p, FILE *stream);

// ---- splits and members ----

const unit_table *path_units(const walk_position *pos, size_t l);
// row a >= row b, of a maxout unit of layer l
cone_form path_tie(size_t rank, size_t l, uint32_t unit, uint32_t a, uint32_t b);
// Whether the part of a maxout unit has its tie with a row as member.
bool path_is_rival(const split_on_path *s, uint32_t row);
void path_add_member(proof *p, cone_form form);
// The number of the member that a plane of the cell is. A tie of maxout with a row that another
// beats is the hyperplane of that one's if a facet lies on it, and no member if only a smaller face
// does.
uint32_t path_member_of(const proof *p, const walk_position *pos, uint32_t plane);
// Records which pieces of a unit are left.
void path_settle(proof *p, size_t l, uint32_t unit, uint32_t low, int known);

extent_of_path path_extent(const proof *p);
void path_take_back(proof *p, const extent_of_path *earlier);
void path_drop_split(proof *p);

// ---- cones in scope ----

// Writes the cone of the first numbers in p->number.
void path_put_cone(proof *p, size_t count);
// Writes the finder's cone. Without a prefix, only if it is not in scope yet.
void path_give_cone(proof *p, const char *prefix);
// Makes sure that a cone in scope shows that the form is nowhere negative on the cell.
void path_show_form(proof *p, cone_form form);
// Writes two cones that show that the finder's cell is bounded, if it is and none was written.
void path_show_bounded(proof *p);
