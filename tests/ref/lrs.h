// Vertices and rays computed by lrs (Avis), if it is installed.
#ifndef LRS_H
#define LRS_H

#include "generator_lines.h"
#include <stdbool.h>

bool lrs_is_installed(void);

// The vertices and primitive rays of an H-representation without a line. Returns 0 if lrs
// does not answer as it should.
int lrs_generators(generator_lines *found, const char *text, size_t size, size_t dimension);

#endif
