// Residues of output maps on the path of the walk: different ones prove different maps.
//
// The integer map of the outputs (maps.h) is followed modulo a prime p, and not itself but what it
// is at RESIDUE_POINTS points x_c, drawn at random once and for all from (Z/p)^d: of each layer a
// vector at each point, however many dimensions there are and however deep the network. At each
// point a random combination u_c of the outputs is taken. So of a map A there are the numbers
// u_c A(x_c) mod p, which A alone determines: maps of which they differ are different, whatever u
// and x are. Where they are equal nothing is proved, and integers must decide; the draw only
// decides how often that is in vain. If A and B differ modulo p, u_c (A - B)(x_c) is a polynomial
// in u_c and x_c of degree two that is not zero, so it vanishes for at most 2 in p of the draws
// (Schwartz, Zippel), and at both points for one in 2^48.
#ifndef TREE_RESIDUES_H
#define TREE_RESIDUES_H

#include "exact/residue_sums.h"
#include "tree/maps.h"

typedef struct walk_residues walk_residues;

typedef struct {
    double at[RESIDUE_POINTS];
} map_residues;

walk_residues *walk_residues_new(walk_maps *maps);
void walk_residues_free(walk_residues *residues);

// Those of the output map on the present path.
map_residues walk_residues_here(walk_residues *residues);
// One word, different iff these are.
uint64_t map_residues_key(const map_residues *sum);

#endif
