// Units that stay on one piece all over a domain.
#include <crease/regions.h>

enum { UNSEEN = CREASE_SEVERAL_PIECES - 1 };

typedef struct {
    const crease_net *net;
    uint32_t *piece;
} stable_units;

static crease_visit stable_region(void *data, const crease_region *region)
{
    const stable_units *all = data;
    uint32_t *piece = all->piece;
    for (size_t l = 0; l < crease_net_hidden(all->net); l++) {
        const uint32_t *pattern = crease_region_pattern(region, l);
        for (size_t i = 0; i < crease_net_width(all->net, l); i++, piece++)
            if (*piece != pattern[i])
                *piece = *piece == UNSEEN ? pattern[i] : CREASE_SEVERAL_PIECES;
    }
    return CREASE_GO;
}

crease_status crease_stable_pieces(uint32_t *piece, crease_counts *counts, const crease_net *net,
                                   const crease_domain *domain, const crease_options *options,
                                   crease_error *error)
{
    stable_units all = {net, piece};
    const crease_visitor visitor = {.data = &all, .region = stable_region};
    for (size_t l = 0, k = 0; l < crease_net_hidden(net); l++)
        for (size_t i = 0; i < crease_net_width(net, l); i++)
            piece[k++] = UNSEEN;
    return crease_walk(counts, net, domain, options, &visitor, error);
}
