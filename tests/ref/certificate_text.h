// Certificates taken apart and put together again, by the grammar of docs/certificate.md; nothing
// of it is looked at twice.
#ifndef CERTIFICATE_TEXT_H
#define CERTIFICATE_TEXT_H

#include <crease/domain.h>
#include <crease/net.h>
#include <stdint.h>

// The constraints that meet there.
typedef struct {
    size_t *number, count;
} certificate_generator;

typedef struct {
    uint32_t *pattern; // all units
    certificate_generator *generator;
    size_t generators;
} certificate_region;

typedef enum { CERTIFICATE_SPACE, CERTIFICATE_BOX, CERTIFICATE_POLYTOPE } certificate_kind;

typedef struct {
    char hash[65];
    size_t inputs, dimension;
    fmpq *parametrization; // inputs rows of dimension + 1; NULL: the identity
    certificate_kind kind;
    size_t sides; // of a box two for each coordinate
    fmpq *side;   // of a box the bounds; of a polytope rows of dimension + 1
    certificate_region *region;
    size_t regions, capacity;
    int linear; // the last two totals are there
    uint64_t activation_regions, bounded_regions, linear_regions, affine_maps;
    // Of the network.
    size_t layers, units, *width; // that take part in the pattern
    uint64_t *per_layer;
} certificate;

// 0, and nothing is to be cleared, if the text is no certificate, for a network of this shape, by
// the grammar.
int certificate_parse(certificate *read, const char *text, const crease_net *net);
void certificate_clear(certificate *of);
// To be freed.
char *certificate_text(const certificate *of);

// What regions are made of.
certificate_region certificate_region_copy(const certificate *of, const certificate_region *region);
void certificate_region_clear(certificate_region *region);
// Takes the region, as number `place`, or drops the one that has this number.
void certificate_insert(certificate *of, size_t place, certificate_region region);
void certificate_drop(certificate *of, size_t place);

// Makes the totals those of the regions that are there, as far as these tell: the infinite are
// those with a generator at infinity. linear_regions and affine_maps lose what activation_regions
// lose.
void certificate_recount(certificate *of, size_t infinity);

// The domain that it speaks of, or NULL if there is none such.
crease_domain *certificate_domain(const certificate *of);

#endif
