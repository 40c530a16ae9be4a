// The certificate of a count by images.
#pragma once

#include <crease/images.h>
#include <stdio.h>

// Writes the lemmas, the tree and the end (src/proof/certificate.md), and totals, which are zero.
// After CREASE_STOPPED nothing has been written.
crease_status images_prove(FILE *stream, crease_totals *totals, const crease_net *net,
                           const crease_domain *domain, const crease_options *options,
                           crease_error *error);
