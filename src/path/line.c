// A network on a line: what is kept of it.
#include "path/line.h"

#include "base/memory.h"
#include <flint/fmpq_vec.h>
#include <gmp.h>
#include <mpfr.h>
#include <stdlib.h>
#include <string.h>

static fmpq *copy_point(const fmpq *x, size_t dimension)
{
    fmpq *copy = _fmpq_vec_init((slong)dimension);
    for (size_t i = 0; i < dimension; i++)
        fmpq_set(copy + i, x + i);
    return copy;
}

crease_line *line_new(const crease_net *net, const fmpq *from, const fmpq *to, size_t dimension)
{
    crease_line *line = memory_new(1, sizeof *line);
    line->dimension = dimension;
    line->from = copy_point(from, dimension);
    line->to = copy_point(to, dimension);
    line->layers = crease_net_hidden(net);
    line->start = memory_new(line->layers + 1, sizeof *line->start);
    for (size_t l = 0; l < line->layers; l++)
        line->start[l + 1] = line->start[l] + crease_net_width(net, l);
    line->first = memory_new(line->start[line->layers], sizeof *line->first);
    line->turns = memory_new(line->start[line->layers], sizeof *line->turns);
    line->list = memory_new(1, sizeof *line->list);
    crease_counts_init(&line->counts, net);
    return line;
}

void crease_line_free(crease_line *line)
{
    if (!line)
        return;
    _fmpq_vec_clear(line->from, (slong)line->dimension);
    _fmpq_vec_clear(line->to, (slong)line->dimension);
    if (line->at)
        _fmpq_vec_clear(line->at, (slong)line->capacity);
    free(line->text);
    crease_counts_clear(&line->counts);
    free(line->start);
    free(line->first);
    free(line->turns);
    free(line->low);
    free(line->high);
    free(line->list);
    free(line->transition);
    free(line->bends);
    free(line);
}

// ---- making one ----

static void grow(crease_line *line)
{
    size_t old = line->capacity, capacity = old ? 2 * old : 16;
    fmpq *at = NULL;
    if (line->places == CREASE_LINE_EXACT) {
        at = _fmpq_vec_init((slong)capacity);
        for (size_t k = 0; k < line->breakpoints; k++)
            fmpq_swap(at + k, line->at + k);
        if (line->at)
            _fmpq_vec_clear(line->at, (slong)old);
    }
    line->at = at;
    line->low = memory_resize(line->low, capacity, sizeof *line->low);
    line->high = memory_resize(line->high, capacity, sizeof *line->high);
    line->bends = memory_resize(line->bends, capacity, sizeof *line->bends);
    line->list = memory_resize(line->list, capacity + 1, sizeof *line->list);
    line->capacity = capacity;
}

void line_add(crease_line *line)
{
    if (line->breakpoints == line->capacity)
        grow(line);
    size_t k = line->breakpoints++;
    line->low[k] = line->high[k] = 0;
    line->bends[k] = 0;
    line->list[k] = line->list[k + 1] = line->transitions;
}

void line_turn(crease_line *line, crease_transition transition)
{
    MEMORY_RESERVE(line->transition, line->transition_capacity, line->transitions + 1);
    line->transition[line->transitions++] = transition;
    line->list[line->breakpoints] = line->transitions;
    line->turns[line->start[transition.layer] + transition.unit]++;
}

// ---- what it is made of ----

const crease_counts *crease_line_counts(const crease_line *line)
{
    return &line->counts;
}

const char *crease_line_text(const crease_line *line)
{
    return line->text;
}

size_t crease_line_regions(const crease_line *line)
{
    return line->counts.activation_regions;
}

size_t crease_line_breakpoints(const crease_line *line)
{
    return line->breakpoints;
}

const uint32_t *crease_line_pattern(const crease_line *line, size_t layer)
{
    return line->first + line->start[layer];
}

size_t crease_line_transitions(const crease_transition **list, const crease_line *line, size_t k)
{
    *list = line->transition + line->list[k];
    return line->list[k + 1] - line->list[k];
}

uint64_t crease_line_all_transitions(const crease_line *line)
{
    return line->transitions;
}

uint64_t crease_line_layer_transitions(const crease_line *line, size_t layer)
{
    uint64_t sum = 0;
    for (size_t i = line->start[layer]; i < line->start[layer + 1]; i++)
        sum += line->turns[i];
    return sum;
}

uint64_t crease_line_neuron_transitions(const crease_line *line, size_t layer, size_t unit)
{
    return line->turns[line->start[layer] + unit];
}

int crease_line_bends(const crease_line *line, size_t k)
{
    return line->bends[k] != 0;
}

uint64_t crease_line_linear_regions(const crease_line *line)
{
    uint64_t regions = line->counts.activation_regions > 0;
    for (size_t k = 0; k < line->breakpoints; k++)
        regions += line->bends[k] != 0;
    return regions;
}

const fmpq *crease_line_at(const crease_line *line, size_t k)
{
    return line->at + k;
}

void crease_line_point(fmpq *x, const crease_line *line, size_t k)
{
    for (size_t i = 0; i < line->dimension; i++) {
        fmpq_sub(x + i, line->to + i, line->from + i);
        fmpq_mul(x + i, x + i, line->at + k);
        fmpq_add(x + i, x + i, line->from + i);
    }
}

static double rounded_to(const fmpq_t x, mpfr_rnd_t direction)
{
    mpq_t exact;
    mpfr_t rounded;
    mpq_init(exact);
    mpfr_init2(rounded, 53);
    fmpq_get_mpq(exact, x);
    mpfr_set_q(rounded, exact, direction);
    double result = mpfr_get_d(rounded, direction);
    mpfr_clear(rounded);
    mpq_clear(exact);
    return result;
}

void line_enclose(double *low, double *high, const fmpq_t x)
{
    *low = rounded_to(x, MPFR_RNDD);
    *high = rounded_to(x, MPFR_RNDU);
}

void crease_line_enclosure(double *low, double *high, const crease_line *line, size_t k)
{
    if (line->places == CREASE_LINE_EXACT) {
        line_enclose(low, high, line->at + k);
        return;
    }
    *low = line->low[k];
    *high = line->high[k];
}
