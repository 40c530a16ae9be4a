// Vertices and rays computed by lrs (Avis).
#include "lrs.h"

#include "exact/rational.h"

#include <flint/fmpq_vec.h>
#include <flint/fmpz_vec.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TEXT = 4096 };

bool lrs_is_installed(void)
{
    return system("command -v lrs >/dev/null") == 0;
}

// A direction as a primitive integer vector.
static void make_primitive(fmpq *x, size_t d)
{
    fmpz *integers = _fmpz_vec_init((slong)d);
    fmpz_t factor;
    fmpz_init(factor);
    _fmpq_vec_get_fmpz_vec_fmpz(integers, factor, x, (slong)d);
    _fmpz_vec_content(factor, integers, (slong)d);
    for (size_t k = 0; k < d; k++)
        fmpq_set_fmpz_frac(x + k, integers + k, factor);
    fmpz_clear(factor);
    _fmpz_vec_clear(integers, (slong)d);
}

// A row of its answer: 1 and a vertex, or 0 and a ray.
static bool read_lrs_row(generator_lines *found, char *row, size_t d)
{
    fmpq *x = _fmpq_vec_init((slong)d + 1);
    size_t count = 0;
    bool good = true;
    for (char *word = strtok(row, " \n"); word && count <= d; word = strtok(NULL, " \n"))
        good &= rational_parse(x + count++, word, strlen(word), NULL) == CREASE_OK;
    good &= count == d + 1;
    bool infinite = fmpq_is_zero(x);
    if (infinite)
        make_primitive(x + 1, d);
    generator_lines_add(found, infinite ? "ray" : "vertex", x + 1, d);
    _fmpq_vec_clear(x, (slong)d + 1);
    return good;
}

int lrs_generators(generator_lines *found, const char *text, size_t size, size_t dimension)
{
    char name[] = "/tmp/crease-lrs-XXXXXX", command[64], row[TEXT];
    int descriptor = mkstemp(name), inside = 0, good = 1;
    if (descriptor < 0 || write(descriptor, text, size) != (ssize_t)size || close(descriptor))
        abort();
    snprintf(command, sizeof command, "lrs %s 2>/dev/null", name);
    FILE *answer = popen(command, "r");
    *found = (generator_lines){0};
    while (answer && fgets(row, sizeof row, answer)) {
        if (!strncmp(row, "end", 3))
            inside = 0;
        if (inside && !strchr(row, '*'))
            good &= read_lrs_row(found, row, dimension);
        if (!strncmp(row, "begin", 5))
            inside = 1;
    }
    good &= answer && pclose(answer) == 0;
    unlink(name);
    generator_lines_unify(found);
    return good;
}
