// crease trajectory: one line for each trajectory and layer (RFC 4180).
#include "tool/trajectory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define END_OF_LINE "\r\n"

static void print_enclosure(const crease_enclosure *x)
{
    char *lo, *hi;
    if (fmpq_cmp(x->lo, x->hi) > 0) {
        fputs(",,", stdout);
        return;
    }
    crease_enclosure_text(&lo, &hi, x);
    printf(",%s,%s", lo, hi);
    free(lo);
    free(hi);
}

void trajectory_csv(const trajectory_job *j)
{
    fputs("trajectory,layer,transitions,patterns,length_low,length_high,growth_low,"
          "growth_high" END_OF_LINE,
          stdout);
    for (size_t i = 0; i < j->count; i++) {
        const crease_trajectory *t = j->trajectory + i;
        for (size_t l = 0; l <= t->layers && t->complete; l++) {
            printf("%zu,%zu,%" PRIu64 ",%" PRIu64, i, l, t->transitions[l], t->patterns[l]);
            print_enclosure(t->length + l);
            print_enclosure(t->growth + l);
            fputs(END_OF_LINE, stdout);
        }
    }
}
