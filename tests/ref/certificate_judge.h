// Whether what a certificate claims is true, decided without crease-check.
#ifndef CERTIFICATE_JUDGE_H
#define CERTIFICATE_JUDGE_H

#include "certificate_text.h"

// The engine's certificate, to be freed; NULL if it takes no such domain.
char *certificate_written(const crease_net *net, const crease_domain *domain, int with_linear,
                          const crease_options *options);

// The canonical text of a network, to be freed: what crease-check reads.
char *canonical_text(const crease_net *net);

// The engine counts the regions of the network on the domain that the text speaks of, and compares
// totals. What the lines of the tree say does not matter: no proof of what is false may be
// accepted; of what is true any may that is one, and the engine's must be.
int certificate_is_true(const char *text, const crease_net *net);

#endif
