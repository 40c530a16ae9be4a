// The cost of counting without proof: the regions of a ReLU network with two inputs in a square, in
// doubles, signs taken as they come. Made to be fast, for the table of tests/bench/README.md; it
// miscounts where creases nearly meet, and fails on ties.
//
// baseline LO HI FILE: the file has the number of layers but the last, then for each its width and
// its inputs, and the weights and the bias of every unit. Prints a JSON object for race.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Every split has two polygons on the stack. With room for 512 corners their first touches took
// half of the time of a small network.
enum { MOST_CORNERS = 64, BLOCK = 16, QUADS = BLOCK / 4 };

typedef double quad __attribute__((vector_size(32), aligned(8), may_alias));

typedef struct {
    size_t count;
    double x[MOST_CORNERS], y[MOST_CORNERS];
} polygon;

// An end of a chord of the cell: the edge, and how far along it.
typedef struct {
    double at;
    unsigned chord;
} end;

typedef struct {
    size_t units, stride, inputs;
    double *weight; // column by column
    double *bias;
    double *map;    // x, y and constant of each unit before its activation
    unsigned *open; // units whose line cuts the cell
    unsigned char *active;
    double *term; // of each active input: what it gives to x, y and the constant
    unsigned *input;
    end *ends; // scratch for count_last
    size_t *began;
} layer;

static layer *net;
static size_t layers;

static void *array(size_t count, size_t size)
{
    void *made = aligned_alloc(64, (count * size + 63) / 64 * 64);
    if (!made)
        exit(2);
    memset(made, 0, (count * size + 63) / 64 * 64);
    return made;
}

static double number(FILE *file)
{
    double x;
    if (fscanf(file, "%lf", &x) != 1)
        exit(2);
    return x;
}

static void read_net(FILE *file)
{
    layers = (size_t)number(file);
    net = array(layers + 1, sizeof *net);
    for (layer *l = net; l < net + layers; l++) {
        l->units = (size_t)number(file);
        l->inputs = (size_t)number(file);
        l->stride = (l->units + BLOCK - 1) / BLOCK * BLOCK;
        l->weight = array(l->stride * l->inputs, sizeof(double));
        l->bias = array(l->stride, sizeof(double));
        l->map = array(3 * l->stride, sizeof(double));
        l->open = array(l->stride + 1, sizeof *l->open);
        l->active = array(l->stride, 1);
        l->term = array(3 * l->inputs, sizeof *l->term);
        l->input = array(l->inputs, sizeof *l->input);
        l->ends = array(2 * l->stride, sizeof *l->ends);
        l->began = array(l->stride, sizeof *l->began);
        for (size_t j = 0; j < l->units; j++) {
            for (size_t i = 0; i < l->inputs; i++)
                l->weight[i * l->stride + j] = number(file);
            l->bias[j] = number(file);
        }
    }
}

// The terms of the inputs that are active, then sums of BLOCK units in registers.
static void make_map(layer *l)
{
    const size_t n = l->stride;
    size_t count = 0;
    for (size_t i = 0; i < l->inputs; i++) {
        const layer *before = l - 1;
        const bool first = l == net;
        l->input[count] = (unsigned)i;
        l->term[3 * count] = first ? i == 0 : before->map[i];
        l->term[3 * count + 1] = first ? i == 1 : before->map[before->stride + i];
        l->term[3 * count + 2] = first ? 0 : before->map[2 * before->stride + i];
        count += first || before->active[i];
    }
    for (size_t from = 0; from < n; from += BLOCK) {
        quad x[QUADS] = {{0}}, y[QUADS] = {{0}}, constant[QUADS];
        for (size_t q = 0; q < QUADS; q++)
            constant[q] = *(quad *)(l->bias + from + 4 * q);
        for (size_t k = 0; k < count; k++) {
            const quad *weight = (quad *)(l->weight + l->input[k] * n + from);
            const double *term = l->term + 3 * k, a = term[0], b = term[1], c = term[2];
            for (size_t q = 0; q < QUADS; q++) {
                x[q] += weight[q] * a;
                y[q] += weight[q] * b;
                constant[q] += weight[q] * c;
            }
        }
        for (size_t q = 0; q < QUADS; q++) {
            *(quad *)(l->map + from + 4 * q) = x[q];
            *(quad *)(l->map + n + from + 4 * q) = y[q];
            *(quad *)(l->map + 2 * n + from + 4 * q) = constant[q];
        }
    }
}

// The units whose lines cut the cell.
static size_t survey(layer *l, const polygon *cell)
{
    const size_t n = l->stride;
    size_t count = 0;
    for (size_t from = 0; from < n; from += 4) {
        const quad x = *(quad *)(l->map + from), y = *(quad *)(l->map + n + from);
        const quad constant = *(quad *)(l->map + 2 * n + from);
        quad low = x * cell->x[0] + y * cell->y[0] + constant, high = low;
        for (size_t v = 1; v < cell->count; v++) {
            const quad z = x * cell->x[v] + y * cell->y[v] + constant;
            for (size_t j = 0; j < 4; j++) {
                low[j] = z[j] < low[j] ? z[j] : low[j];
                high[j] = z[j] > high[j] ? z[j] : high[j];
            }
        }
        for (size_t j = 0; j < 4; j++) {
            l->active[from + j] = high[j] > 0;
            l->open[count] = (unsigned)(from + j);
            count += low[j] < 0 && high[j] > 0;
        }
    }
    return count;
}

static double at(const layer *l, unsigned j, const polygon *cell, size_t v)
{
    return l->map[j] * cell->x[v] + l->map[l->stride + j] * cell->y[v] + l->map[2 * l->stride + j];
}

static void add(polygon *cell, double x, double y)
{
    if (cell->count == MOST_CORNERS)
        exit(2);
    cell->x[cell->count] = x;
    cell->y[cell->count++] = y;
}

static unsigned long long enter(size_t l, const polygon *cell);

static int by_place(const void *a, const void *b)
{
    const double x = ((const end *)a)->at, y = ((const end *)b)->at;
    return (x > y) - (x < y);
}

// The lines of the last layer are chords, and two of them cross where their ends alternate.
static unsigned long long count_last(const layer *l, const polygon *cell, size_t count)
{
    enum { OVER = -1, NOT_YET = -2 };
    end *ends = l->ends;
    size_t used = 0, *began = l->began;
    for (size_t k = 0; k < count; k++) {
        double before = at(l, l->open[k], cell, cell->count - 1);
        for (size_t v = 0; v < cell->count; v++) {
            const double here = at(l, l->open[k], cell, v);
            if ((before > 0) != (here > 0) && used < 2 * (k + 1))
                ends[used++] = (end){(double)v + before / (before - here), (unsigned)k};
            before = here;
        }
        began[k] = (size_t)NOT_YET;
    }
    qsort(ends, used, sizeof *ends, by_place);
    unsigned long long regions = 1 + count;
    for (size_t i = 0; i < used; i++) {
        const unsigned k = ends[i].chord;
        if (began[k] == (size_t)NOT_YET) {
            began[k] = i;
            continue;
        }
        // Those that began since this one did, and are not over.
        for (size_t e = began[k] + 1; e < i; e++)
            regions += began[ends[e].chord] == e;
        began[k] = (size_t)OVER;
    }
    return regions;
}

// The lines of this layer that are left cut the cell one after the other.
static unsigned long long split(size_t index, const polygon *cell, const unsigned *open,
                                size_t count)
{
    layer *l = net + index;
    for (; count; open++, count--) {
        double value[MOST_CORNERS];
        bool above = false, below = false;
        for (size_t v = 0; v < cell->count; v++) {
            value[v] = at(l, *open, cell, v);
            above |= value[v] > 0;
            below |= value[v] < 0;
        }
        if (above && below) {
            polygon side[2];
            side[0].count = side[1].count = 0;
            for (size_t v = 0, p = cell->count - 1; v < cell->count; p = v++) {
                if ((value[p] > 0) != (value[v] > 0)) {
                    const double t = value[p] / (value[p] - value[v]);
                    const double x = cell->x[p] + t * (cell->x[v] - cell->x[p]);
                    const double y = cell->y[p] + t * (cell->y[v] - cell->y[p]);
                    add(side, x, y);
                    add(side + 1, x, y);
                }
                add(side + (value[v] > 0), cell->x[v], cell->y[v]);
            }
            unsigned rest[count];
            memcpy(rest, open + 1, (count - 1) * sizeof *rest);
            l->active[*open] = 0;
            unsigned long long regions = split(index, side, rest, count - 1);
            l->active[*open] = 1;
            return regions + split(index, side + 1, rest, count - 1);
        }
        l->active[*open] = above != 0;
    }
    return enter(index + 1, cell);
}

static unsigned long long enter(size_t index, const polygon *cell)
{
    if (index == layers)
        return 1;
    layer *l = net + index;
    make_map(l);
    const size_t count = survey(l, cell);
    if (index + 1 == layers)
        return count_last(l, cell, count);
    unsigned open[count + 1];
    memcpy(open, l->open, count * sizeof *open);
    return split(index, cell, open, count);
}

int main(int argc, char **argv)
{
    FILE *file = argc == 4 ? fopen(argv[3], "r") : NULL;
    if (!file)
        return 2;
    const double lo = atof(argv[1]), hi = atof(argv[2]);
    polygon box = {4, {lo, hi, hi, lo}, {lo, lo, hi, hi}};
    struct timespec start, stop;
    read_net(file);
    fclose(file);
    clock_gettime(CLOCK_MONOTONIC, &start);
    const unsigned long long regions = enter(0, &box);
    clock_gettime(CLOCK_MONOTONIC, &stop);
    printf("{\"activation_regions\": %llu, \"complete\": true, \"seconds\": %.9f}\n", regions,
           (double)(stop.tv_sec - start.tv_sec) + 1e-9 * (double)(stop.tv_nsec - start.tv_nsec));
    return 0;
}
