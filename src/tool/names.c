// Lists of names that words of a command line may be.
#include "tool/names.h"

#include "make/catalogue.h"

#include <stdio.h>
#include <string.h>

const char *names_of_constructions(const void *none, size_t index)
{
    (void)none;
    return index < construction_count() ? construction_describe(index)->name : NULL;
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
