// The list of constructions.
//
// A construction is one record of this type, in the file of its family, and one row of
// CATALOGUE. docs/constructions.md says how to add one.
#ifndef MAKE_CATALOGUE_H
#define MAKE_CATALOGUE_H

#include "make/claims.h"
#include "make/parameters.h"

typedef struct {
    crease_construction about;
    // Makes the network, with all layers filled and net_finish still to be called; refuses what the
    // ranges of the parameters cannot say.
    crease_status (*build)(crease_net **net, const parameters *given, crease_error *error);
    // What is claimed of it, the main claim first. NULL: nothing, or see `arranged`.
    void (*claims)(claims *list, const parameters *given);
    // Of an arrangement instead: regions = the number of activation regions over the whole
    // space, of which linear regions and affine maps are as many; 0 if it is not known for
    // these parameters. NULL if it is not known for any.
    int (*arranged)(fmpz_t regions, const parameters *given);
} construction;

#define CATALOGUE(ROW)              \
    ROW(arrangement_generic)        \
    ROW(arrangement_boolean)        \
    ROW(arrangement_grid)           \
    ROW(arrangement_braid)          \
    ROW(arrangement_coxeter_b)      \
    ROW(arrangement_coxeter_d)      \
    ROW(arrangement_shi)            \
    ROW(arrangement_catalan)        \
    ROW(arrangement_linial)         \
    ROW(arrangement_resonance)      \
    ROW(arrangement_threshold)      \
    ROW(arrangement_unit_cube)      \
    ROW(hardtanh_arrangement)       \
    ROW(pascanu_blocks)             \
    ROW(pascanu_folds)              \
    ROW(montufar_folds)             \
    ROW(telgarsky_sawtooth)         \
    ROW(telgarsky_blocks)           \
    ROW(arora_line)                 \
    ROW(arora_zonotope)             \
    ROW(serra_line)                 \
    ROW(serra_space)                \
    ROW(serra_zonotope)             \
    ROW(maxout_arrangement)         \
    ROW(maxout_grid)                \
    ROW(maxout_fold2)               \
    ROW(maxout_fold4)               \
    ROW(maxout_zigzag)              \
    ROW(counterexample_maxout_line) \
    ROW(counterexample_mirrors)     \
    ROW(counterexample_two_units)

#define CATALOGUE_DECLARE(name) extern const construction name;
CATALOGUE(CATALOGUE_DECLARE)

// For the table of a construction's parameters in its record.
#define PARAMETERS(...)                                   \
    .parameter = (const crease_parameter[]){__VA_ARGS__}, \
    .parameters = sizeof((const crease_parameter[]){__VA_ARGS__}) / sizeof(crease_parameter)

#endif
