// Lists of names that words of a command line may be.
#include "tool/names.h"

#include "make/catalogue.h"
#include "make/random_net.h"
#include "net/activation.h"

#include <stdio.h>
#include <string.h>

const char *names_of_constructions(const void *none, size_t index)
{
    (void)none;
    return index < construction_count() ? construction_describe(index)->name : NULL;
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

static int begins_with(const char *name, const char *word)
{
    return !strncasecmp(name, word, strlen(word));
}

int names_wanted(const char *name, char *const *words, size_t count)
{
    size_t i = 0;
    while (i < count && !begins_with(name, words[i]))
        i++;
    return i < count || !count;
}

crease_status names_check(const char *what, char *const *words, size_t count, const char *list,
                          name_list *names)
{
    for (size_t i = 0; i < count; i++) {
        const char *name;
        size_t k = 0;
        while ((name = names(NULL, k)) && !begins_with(name, words[i]))
            k++;
        if (!name)
            return report_unknown(what, words[i], list, names);
    }
    return CREASE_OK;
}
