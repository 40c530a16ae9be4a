// A domain in memory.
#ifndef GEOM_DOMAIN_H
#define GEOM_DOMAIN_H

#include <crease/domain.h>

struct crease_domain {
    size_t dimension;
    int is_box;
    int general; // use celln.c, whatever the dimension: for tests
    fmpq *lo, *hi; // dimension entries each if is_box
    char *text;
};

#endif
