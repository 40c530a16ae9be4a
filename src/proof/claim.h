// What a certificate is about: the lines before its tree.
#ifndef PROOF_CLAIM_H
#define PROOF_CLAIM_H

#include "proof/lines.h"
#include <crease/domain.h>
#include <crease/net.h>

typedef struct {
    crease_domain *domain;
    fmpq *border; // the inequalities as they stand there, rows of dimension + 1
    size_t borders, entries;
    int is_linear; // the tree tells linear regions too
} proof_claim;

// Refuses what is claimed of another network. To be cleared in any case.
crease_status claim_read(proof_claim *claim, proof_lines *lines, const crease_net *net);
void claim_clear(proof_claim *claim);

#endif
