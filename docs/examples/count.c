// Counts the regions of networks in the whole space of inputs: count NET...
//
//   cc count.c $(pkg-config --cflags --libs crease) -o count && ./count net.json
#include <crease/crease.h>
#include <inttypes.h>
#include <stdio.h>

static crease_status count(const char *path, crease_error *error)
{
    crease_net *net;
    if (crease_net_read(&net, path, NULL, error) != CREASE_OK)
        return CREASE_ERROR;
    crease_domain *space = crease_domain_new_space(crease_net_inputs(net));
    crease_counts counts;
    crease_counts_init(&counts, net);
    const crease_status status = crease_walk(&counts, net, space, NULL, NULL, error);
    if (status == CREASE_OK)
        printf("%s: %" PRIu64 " activation regions\n", path, counts.activation_regions);
    crease_counts_clear(&counts);
    crease_domain_free(space);
    crease_net_free(net);
    return status;
}

int main(int words, char **word)
{
    for (int i = 1; i < words; i++) {
        char text[1024];
        crease_error error;
        if (count(word[i], &error) == CREASE_OK)
            continue;
        fprintf(stderr, "count: %s\n", crease_error_text(text, sizeof text, &error));
        return 1;
    }
    return 0;
}
