// A line of a certificate: words separated by blanks (certificate.md).
#pragma once

#include <flint/fmpq.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    FILE *stream;
    bool begun; // it has a word
} proof_line;

// Separates the next word from the one before.
void proof_line_word(proof_line *l);
void proof_line_end(proof_line *l);
// A cone of constraints, whose numbers ascend: how many of all are newer than each.
void proof_line_cone(proof_line *l, const char *prefix, const uint32_t *number, size_t count,
                     size_t all);
void proof_line_point(proof_line *l, const fmpq *x, size_t d);
void proof_line_direction(proof_line *l, const fmpq *x, size_t d);
// The case is empty. Ends the line.
void proof_line_empty(proof_line *l);
