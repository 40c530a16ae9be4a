// The list of constructions.
//
// A construction is one record of this type, in the list of its family. docs/constructions.md says
// how to add one.
#pragma once

#include "make/parameters.h"
#include "make/stack.h"
#include <stdbool.h>

// ---- Claims about a construction ----

typedef crease_claims claims;

// The quantity over the domain, a box or NULL for the whole space, = or >= value, which is
// copied.
void claims_add(claims *list, crease_quantity quantity, crease_relation relation,
                const fmpz_t value, const char *domain);
// The last claim is known to be false, and printed in source.
void claims_refute(claims *list, const char *source);
// Claims exactly `value` activation regions and, if `all`, as many linear regions.
void claims_regions(claims *list, const fmpz_t value, bool all, const char *domain);
// Claims exactly `value` activation regions, linear regions and affine maps.
void claims_arrangement(claims *list, const fmpz_t value, const char *domain);

// ---- The list ----

typedef struct {
    const char *name;   // "arrangement:braid"
    const char *text;   // a description, a formula if there is one
    const char *source; // the paper
    const char *count;  // the number of activation regions, over the whole space unless another
                       // domain is named, as a formula in the parameters or in words; NULL: unknown
    const parameter_spec *parameter;
    size_t parameters;
    slong constant[2]; // for functions that several constructions share
    // Checks what the ranges of the parameters cannot express. NULL: nothing.
    crease_status (*check)(const parameters *given, crease_error *error);
    // Opens the stack and adds all layers.
    void (*build)(stack *network, const parameters *given);
    // Lists the claims about it, the main one first. NULL: none, or see `arranged`.
    void (*claims)(claims *list, const parameters *given);
    // For an arrangement instead: regions = the number of activation regions over the whole
    // space, of which linear regions and affine maps are as many; stays 0 if it is not known
    // for these parameters. NULL if it is not known for any.
    void (*arranged)(fmpz_t regions, const parameters *given);
} construction;

// One list for each family, in the order of the catalogue; each ends with a name NULL.
extern const construction arrangement_family[], pascanu_family[], montufar_family[],
    telgarsky_family[], arora_family[], serra_family[], maxout_family[], counterexample_family[];

// A row of a family: name; what checks, builds and claims it; text, source, count; parameters.
#define CONSTRUCTION(id, checks, builds, lists, what, whence, number, ...)                     \
    {                                                                                          \
        .name = id, .check = checks, .build = builds, .claims = lists, .text = what,           \
        .source = whence, .count = number, .parameter = (const parameter_spec[]){__VA_ARGS__}, \
        .parameters = sizeof((const parameter_spec[]){__VA_ARGS__}) / sizeof(parameter_spec)   \
    }
// The same for an arrangement, with the number of its regions; and with two constants.
#define ARRANGEMENT(...) DEFORMATION(0, 0, __VA_ARGS__)
#define DEFORMATION(first, second, id, builds, expects, what, whence, number, ...)           \
    {                                                                                        \
        .name = id, .build = builds, .arranged = expects, .text = what, .source = whence,    \
        .count = number, .constant = {first, second},                                        \
        .parameter = (const parameter_spec[]){__VA_ARGS__},                                  \
        .parameters = sizeof((const parameter_spec[]){__VA_ARGS__}) / sizeof(parameter_spec) \
    }

// The constructions there are, in the order of the list; index < construction_count().
size_t construction_count(void);
const construction *construction_describe(size_t index);
// The one called name, or NULL.
const construction *construction_find(const char *name);
