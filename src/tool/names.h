// Lists of names that words of a command line may be: for what was perhaps meant, and for shells
// that complete them.
#ifndef TOOL_NAMES_H
#define TOOL_NAMES_H

#include "tool/report.h"

// Lists that need no data.
const char *names_of_constructions(const void *none, size_t index);

// ---- Of a list only what the user wants ----

// Whether a name begins with one of the words, capitals or not; true if there are none.
int names_wanted(const char *name, char *const *words, size_t count);
// Reports a word that no name begins with, as report_unknown does.
crease_status names_check(const char *what, char *const *words, size_t count, const char *list,
                          name_list *names);

#endif
