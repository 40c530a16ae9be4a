// Lists regions of a network in the box [-1, 1]^n with their affine maps, at most N, and prints a
// point in the one of the largest volume: cells NET [N]
//
//   cc cells.c $(pkg-config --cflags --libs crease) -o cells && ./cells net.json 100
#include <crease/crease.h>
#include <flint/fmpq_vec.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A region is a view that ends with the call of the visitor: what is kept must be copied.
typedef struct {
    size_t inputs, outputs;
    uint64_t left; // regions that may still be listed
    double volume; // the largest so far
    fmpq *row;     // inputs + 1 entries
    fmpq *inside;  // inputs entries
} listing;

static void print_row(const fmpq *row, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        putchar(' ');
        fmpq_print(row + i);
    }
}

static crease_visit list_region(void *data, const crease_region *region)
{
    listing *list = (listing *)data;
    printf("%" PRIu64 ":", crease_region_id(region));
    for (size_t output = 0; output < list->outputs; output++) {
        crease_region_map(list->row, region, output);
        print_row(list->row, list->inputs + 1);
        putchar(output + 1 < list->outputs ? ';' : '\n');
    }
    const double volume = crease_region_volume_double(region);
    if (volume > list->volume) {
        list->volume = volume;
        crease_region_interior(list->inside, region);
    }
    return --list->left ? CREASE_GO : CREASE_STOP;
}

static crease_status list_regions(const char *path, uint64_t most, crease_error *error)
{
    crease_net *net;
    if (crease_net_read(&net, path, NULL, error) != CREASE_OK)
        return CREASE_ERROR;
    const size_t n = crease_net_inputs(net);
    crease_domain *box;
    crease_status status = crease_domain_parse_box(&box, "-1,1", n, error);
    if (status == CREASE_OK) {
        listing list = {n, crease_net_outputs(net), most, -1, NULL, NULL};
        list.row = _fmpq_vec_init((slong)n + 1);
        list.inside = _fmpq_vec_init((slong)n);
        crease_visitor visitor;
        memset(&visitor, 0, sizeof visitor); // also what later versions may add
        visitor.data = &list;
        visitor.region = list_region;
        crease_counts counts;
        crease_counts_init(&counts, net);
        status = crease_walk(&counts, net, box, NULL, &visitor, error);
        printf("largest of %" PRIu64 " around", counts.activation_regions);
        print_row(list.inside, n);
        puts(status == CREASE_STOPPED ? ", then the visitor stopped" : "");
        crease_counts_clear(&counts);
        _fmpq_vec_clear(list.inside, (slong)n);
        _fmpq_vec_clear(list.row, (slong)n + 1);
        crease_domain_free(box);
    }
    crease_net_free(net);
    return status;
}

int main(int words, char **word)
{
    if (words < 2) {
        fputs("usage: cells NET [N]\n", stderr);
        return CREASE_ERROR;
    }
    const uint64_t most = words > 2 ? strtoull(word[2], NULL, 10) : 0; // 0: all
    char text[1024];
    crease_error error;
    const crease_status status = list_regions(word[1], most, &error);
    if (status == CREASE_ERROR)
        fprintf(stderr, "cells: %s\n", crease_error_text(text, sizeof text, &error));
    return (int)status;
}
