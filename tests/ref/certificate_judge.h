// Whether the claim of a certificate is true, decided without crease-check.
#ifndef CERTIFICATE_JUDGE_H
#define CERTIFICATE_JUDGE_H

#include "certificate_text.h"
#include <stdbool.h>

// The engine's certificate, to be freed; NULL if it does not accept the domain.
char *certificate_written(const crease_net *net, const crease_domain *domain, int with_linear,
                          const crease_options *options);

// The canonical text of a network, to be freed: what crease-check reads.
char *canonical_text(const crease_net *net);

// The engine counts the regions of the network on the domain of the text, and compares totals. The
// lines of the tree do not matter: a proof of a false claim must be refused, and the engine's proof
// of a true one accepted.
bool certificate_is_true(const char *text, const crease_net *net);

#endif
