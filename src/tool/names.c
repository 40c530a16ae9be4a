// Lists of names that words of a command line may be.
#include "tool/names.h"

#include "make/catalogue.h"
#include "make/random_net.h"
#include "net/activation.h"
#include "tool/figure.h"

#include <stdio.h>

const char *names_of_constructions(const void *none, size_t index)
{
    (void)none;
    return index < construction_count() ? construction_describe(index)->name : NULL;
}

const char *names_of_figures(const void *none, size_t index)
{
    (void)none;
    return index < figure_count() ? figure_at(index)->name : NULL;
}

static const char *with_colon(const char *name, int has_numbers)
{
    static char text[64];
    if (!name || !has_numbers)
        return name;
    snprintf(text, sizeof text, "%s:", name);
    return text;
}

const char *names_of_activations(const void *none, size_t index)
{
    (void)none;
    int has_numbers = 0;
    const char *name = activation_kind(index, &has_numbers);
    return with_colon(name, has_numbers);
}

const char *names_of_weights(const void *none, size_t index)
{
    (void)none;
    int has_numbers = 0;
    const char *name = random_family(index, &has_numbers);
    return with_colon(name, has_numbers);
}
