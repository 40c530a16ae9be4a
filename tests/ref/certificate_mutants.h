// One thing about a certificate changed at random.
#ifndef CERTIFICATE_MUTANTS_H
#define CERTIFICATE_MUTANTS_H

#include "base/random.h"
#include "certificate_text.h"

typedef struct {
    const crease_net *net;
    const char *text; // of the certificate
    size_t infinity;  // the number of that constraint
} mutant_origin;

typedef struct {
    const char *name;
    // The changed text, to be freed; NULL if there is nothing to be changed in this way.
    char *(*change)(const mutant_origin *of, random_state *random);
} mutation;

// Letters and lines (certificate_misprints.c).
extern const mutation misprints[];
extern const size_t misprint_count;
// In words that the grammar allows, and most often with totals that agree with the regions that
// are left (certificate_region_mutants.c, certificate_generator_mutants.c).
extern const mutation region_mutations[], generator_mutations[];
extern const size_t region_mutation_count, generator_mutation_count;

// A digit of a text becomes another one; NULL if it has none.
char *misprint_digit(const char *text, random_state *random);

#endif
