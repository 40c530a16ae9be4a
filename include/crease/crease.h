// libcrease: the exact regions of piecewise-linear networks. Umbrella header.
//
//   crease_net *net;
//   crease_error error;
//   char text[1024];
//   if (crease_net_read(&net, "net.json", NULL, &error) != CREASE_OK) {
//       fprintf(stderr, "%s\n", crease_error_text(text, sizeof text, &error));
//       return 1;
//   }
//   crease_domain *plane = crease_domain_new_space(2);
//   crease_counts counts;
//   crease_counts_init(&counts, net);
//   if (crease_walk(&counts, net, plane, NULL, NULL, &error) == CREASE_OK)
//       printf("%" PRIu64 " activation regions\n", counts.activation_regions);
//   crease_counts_clear(&counts);
//   crease_domain_free(plane);
//   crease_net_free(net);
#pragma once

#include <crease/distance.h>
#include <crease/domain.h>
#include <crease/faces.h>
#include <crease/function.h>
#include <crease/images.h>
#include <crease/make.h>
#include <crease/net.h>
#include <crease/out.h>
#include <crease/path.h>
#include <crease/regions.h>
#include <crease/status.h>
#include <crease/theory.h>
#include <crease/walk.h>

#define CREASE_VERSION "0.1.0"

CREASE_BEGIN

// The version of the library that is linked, and of the libraries below it:
// "crease 0.1.0 (GMP 6.2.1, MPFR 4.2.0, FLINT 2.9.0, ...)".
const char *crease_version(void);

CREASE_END
