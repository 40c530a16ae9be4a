// A part of the domain: its members, and the cones of some of them that are in hand there.
#ifndef PROOF_PART_H
#define PROOF_PART_H

#include <flint/fmpz.h>
#include <stddef.h>
#include <stdint.h>

// Where the forms of members come from.
typedef struct {
    size_t layer; // 0: of the domain
    uint32_t unit, low, high;
    int minus;
} case_member;

// k members and all that they span: rows of `columns` integers, the last one of points positive, of
// directions 0. Rows 0: the apex; 1 .. k: the edge along which this member rises; then lines.
typedef struct {
    size_t size, *member;
    fmpz *generator; // columns x columns
} case_cone;

typedef struct {
    size_t columns;
    case_member *from;
    fmpz *member;                           // rows
    size_t members, from_capacity, entries; // entries: of all rows, initialised
    case_cone *cone;
    size_t cones, made, cone_capacity; // made: that have memory
    fmpz *scratch;                     // one
} proof_part;

void part_init(proof_part *part, size_t columns);
void part_clear(proof_part *part);

// Takes row, or minus it if from says so, and divides it by its content.
void part_add_member(proof_part *part, const fmpz *row, case_member from);
static inline const fmpz *part_member(const proof_part *part, size_t i)
{
    return part->member + i * part->columns;
}

// The cone of `size` members; 0 if they are not independent, and it is not added.
int part_add_cone(proof_part *part, const size_t *member, size_t size);

// The sign of a form at a generator.
int part_sign(const proof_part *part, const fmpz *form, const fmpz *generator);
// -1: the form is nowhere positive on the cone; 1: nowhere negative, and not 0; 0: not shown.
// first 1 leaves out the apex and so the constant.
int part_side(const proof_part *part, const fmpz *form, const case_cone *cone, size_t first);
// Whether the generator lies in the part, and, if so, on which side of each member: it is 0 or 1.
// A line does only if no member rises along it.
int part_contains(unsigned char *positive, const proof_part *part, const case_cone *cone,
                  size_t generator);

#endif
