// What theorems ask of an architecture.
#include "theory/architecture.h"

int architecture_is_relu(const crease_architecture *a)
{
    for (size_t l = 0; l < a->layers; l++)
        if (!a->layer[l].is_relu)
            return 0;
    return 1;
}

int architecture_has_pieces(const crease_architecture *a, ulong pieces)
{
    for (size_t l = 0; l < a->layers; l++)
        if (a->layer[l].rank != 1 || a->layer[l].pieces != pieces)
            return 0;
    return 1;
}

int architecture_is_scalar(const crease_architecture *a)
{
    for (size_t l = 0; l < a->layers; l++)
        if (a->layer[l].rank != 1)
            return 0;
    return 1;
}

int architecture_is_maxout(const crease_architecture *a)
{
    for (size_t l = 0; l < a->layers; l++)
        if (a->layer[l].rank == 1)
            return 0;
    return 1;
}

int architecture_has_width(const crease_architecture *a, ulong least, size_t but_last)
{
    for (size_t l = 0; l + but_last < a->layers; l++)
        if (a->layer[l].units < least)
            return 0;
    return 1;
}

int architecture_has_multiples(const crease_architecture *a, ulong of, size_t but_last)
{
    for (size_t l = 0; l + but_last < a->layers; l++)
        if (a->layer[l].units % of != 0)
            return 0;
    return 1;
}

ulong architecture_reach(const crease_architecture *a, size_t l)
{
    ulong reach = a->inputs;
    for (size_t i = 0; i < l; i++)
        if (a->layer[i].units < reach)
            reach = a->layer[i].units;
    return reach;
}
