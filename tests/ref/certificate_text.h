// The claim of a certificate and the place of its proof, by the grammar of
// src/proof/certificate.md.
#ifndef CERTIFICATE_TEXT_H
#define CERTIFICATE_TEXT_H

#include <crease/domain.h>
#include <crease/net.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum { CERTIFICATE_SPACE, CERTIFICATE_BOX, CERTIFICATE_POLYTOPE } certificate_kind;

typedef struct {
    char hash[65];
    size_t inputs, dimension;
    fmpq *parametrization; // inputs rows of dimension + 1; NULL: the identity
    certificate_kind kind;
    size_t sides;          // of a box two for each coordinate
    fmpq *side;            // of a box the bounds; of a polytope rows of dimension + 1
    size_t tree, tree_end; // where these lines are in the text
    bool linear;           // the last two totals are there
    uint64_t activation_regions, bounded_regions, linear_regions, affine_maps;
    size_t layers; // of the network, that take part in the pattern
    uint64_t *per_layer;
} certificate;

// 0, and nothing is to be cleared, if the text is not a certificate for a network of this shape;
// the lines of the tree are not examined.
bool certificate_parse(certificate *read, const char *text, const crease_net *net);
void certificate_clear(certificate *of);

// Its domain, or NULL if it is invalid.
crease_domain *certificate_domain(const certificate *of);

#endif
