// Files of shares, as crease regions and certify write them with --part, and joining them.
//
// A share is a stretch of the walk (walk/stretch.h), so its lines follow those of the share before.
// Each format says in lines of its own which share of what the file is, and what was found; these
// lines are left out, numbers of regions are counted through, and totals added.
#ifndef OUT_PART_H
#define OUT_PART_H

#include "proof/lines.h"

#include <crease/out.h>
#include <flint/fmpq.h>
#include <stdio.h>

// What must be the same of all shares.
typedef enum {
    PART_NETWORK,
    PART_DOMAIN,
    PART_ARITHMETIC,
    PART_ORDER,
    PART_NUMBER,
    PART_FORM,   // columns; fields and digits
    PART_LINEAR, // linear regions and maps of the whole
    PART_SAYS
} part_saying;

typedef struct part_format part_format;

typedef struct {
    const part_format *format;
    size_t part, parts;
    char *says[PART_SAYS]; // NULL: nothing
    size_t regions, bounded;
    // Of a certificate, regions after each layer, and whether it is of linear regions.
    size_t *layer, layers, layer_capacity;
    int linear;
    int numbered; // lines begin with the number of a region
    // Of JSON lines: the last line up to its numbers, what stands before the measure (NULL: there
    // is none), and what follows.
    char *head, *measure, *tail;
    unsigned digits;
    int measured; // all regions are bounded
    fmpq_t sum;   // of their measures
} part_totals;

// A format. Each function reads on, from the present line; CREASE_ERROR if there is something else.
// to: the joined file, NULL: nothing is written.
struct part_format {
    int (*begins)(const char *line); // whether that is the first line of such a file
    const char *first;               // what it begins with, for people
    // What comes before regions, up to their first line.
    crease_status (*head)(part_totals *found, proof_lines *lines, FILE *to);
    const char *ends; // their lines, a line that begins so
    // What stands before the number of a region, with which each line begins if they are numbered;
    // NULL: not every line is of a region.
    const char *numbers;
    crease_status (*end)(part_totals *found, proof_lines *lines);
    void (*put_end)(FILE *to, const part_totals *all);
};

extern const part_format part_certificate, part_jsonl, part_csv;

// Takes I M and the order, with these texts between them: "", " ", " order ".
crease_status part_take_share(part_totals *found, proof_lines *lines, const char *before,
                              const char *between, const char *order);
// Takes a word up to one of these characters, or the end of the line.
void part_take_word(part_totals *found, part_saying what, proof_lines *lines, const char *ends);
// Takes a number after a text.
crease_status part_take_count(size_t *count, proof_lines *lines, const char *before);

// Whether the file begins like one of these.
int part_is_one(const char *path);

#endif
