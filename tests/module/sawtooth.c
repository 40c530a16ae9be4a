// Sawtooths of p edges.
#include "built.h"
#include "unit.h"

// Zero at even multiples of 1/p and one at odd ones, linear in between.
static void values(void)
{
    for (slong p = 1; p <= 6; p++) {
        char arguments[32];
        snprintf(arguments, sizeof arguments, "widths=%ld", (long)p);
        crease_net *net = built_from("arora:line", arguments);
        for (slong i = 0; i <= p; i++)
            built_value(net, i, (ulong)p, i % 2, 1);
        for (slong i = 0; i < p; i++)
            built_value(net, 2 * i + 1, (ulong)(2 * p), 1, 2);
        built_value(net, -1, 1, 0, 1);
        crease_net_free(net);
    }
}

UNIT_MAIN("sawtooth", {"values", values})
