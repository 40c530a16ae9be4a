// The list of constructions.
//
// A construction is one record of this type, in the file of its family, and one row of
// CATALOGUE. docs/constructions.md says how to add one.
#ifndef MAKE_CATALOGUE_H
#define MAKE_CATALOGUE_H

#include "make/parameters.h"

typedef struct {
    crease_construction about;
    // Makes the network, with all layers filled and net_finish still to be called; refuses what the
    // ranges of the parameters cannot say.
    crease_status (*build)(crease_net **net, const parameters *given, crease_error *error);
    // regions = the number of activation regions over the whole space; 0 if it is not
    // known for these parameters. NULL if it is not known for any.
    int (*expected)(fmpz_t regions, const parameters *given);
} construction;

#define CATALOGUE(ROW)         \
    ROW(arrangement_generic)   \
    ROW(arrangement_boolean)   \
    ROW(arrangement_grid)      \
    ROW(arrangement_braid)     \
    ROW(arrangement_coxeter_b) \
    ROW(arrangement_coxeter_d) \
    ROW(arrangement_shi)       \
    ROW(arrangement_catalan)   \
    ROW(arrangement_linial)    \
    ROW(arrangement_resonance) \
    ROW(arrangement_threshold)

#define CATALOGUE_DECLARE(name) extern const construction name;
CATALOGUE(CATALOGUE_DECLARE)

// For the table of a construction's parameters in its record.
#define PARAMETERS(...)                                   \
    .parameter = (const crease_parameter[]){__VA_ARGS__}, \
    .parameters = sizeof((const crease_parameter[]){__VA_ARGS__}) / sizeof(crease_parameter)

#endif
