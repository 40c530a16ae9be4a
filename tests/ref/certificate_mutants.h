// One thing about a certificate changed at random.
#ifndef CERTIFICATE_MUTANTS_H
#define CERTIFICATE_MUTANTS_H

#include "base/random.h"
#include "certificate_text.h"

typedef struct {
    const crease_net *net;
    const char *text;  // of the certificate
    size_t tree, size; // where the lines of its tree begin, and their bytes; 0: not known
} mutant_origin;

typedef struct {
    const char *name;
    // The changed text, to be freed; NULL if there is nothing to be changed in this way.
    char *(*change)(const mutant_origin *of, random_state *random);
} mutation;

// Letters and lines (certificate_misprints.c).
extern const mutation misprints[];
extern const size_t misprint_count;
// Cones, points, cases: words of the tree's lines, and subtrees (certificate_tree_mutants.c).
extern const mutation tree_mutations[];
extern const size_t tree_mutation_count;

// A digit of a text becomes another one; NULL if it has none.
char *misprint_digit(const char *text, random_state *random);

#endif
