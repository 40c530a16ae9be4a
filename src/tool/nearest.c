// The name nearest to a misspelt word.
#include "tool/nearest.h"
#include "tool/report.h"

#include <string.h>

enum { LONGEST = 32 }; // words beyond this are nobody's misspelling

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

// Optimal string alignment distance. Row i holds the distances of the first i
// letters of a to the beginnings of b.
static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t row[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= a_length; i++)
        row[i][0] = i;
    for (size_t j = 0; j <= b_length; j++)
        row[0][j] = j;
    for (size_t i = 1; i <= a_length; i++)
        for (size_t j = 1; j <= b_length; j++) {
            size_t replace = row[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            row[i][j] = least(replace, 1 + least(row[i - 1][j], row[i][j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[i][j] = least(row[i][j], 1 + row[i - 2][j - 2]);
        }
    return row[a_length][b_length];
}

void nearest_start(nearest *search, const char *word, size_t length)
{
    *search = (nearest){.word = word, .length = length, .distance = length / 3 + 1};
}

void nearest_offer(nearest *search, const char *spelling, const char *name)
{
    size_t length = strlen(spelling);
    if (search->length == 0 || search->length > LONGEST || length > LONGEST)
        return;
    size_t found = 0;
    if (strncmp(spelling, search->word, search->length) != 0)
        found = distance(search->word, search->length, spelling, length);
    if (found < search->distance) {
        search->best = name;
        search->distance = found;
    }
}

crease_status nearest_report(const nearest *search, const char *what, const char *list)
{
    if (search->best)
        return report_usage("unknown %s '%s'; did you mean '%s'?", what, search->word,
                            search->best);
    return report_usage("unknown %s '%s'; '%s' lists them", what, search->word, list);
}
