// Whether the claim of a certificate is true.
#include "certificate_judge.h"

#include "base/memory.h"
#include <crease/crease.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// In memory, because there are thousands.
char *certificate_written(const crease_net *net, const crease_domain *domain, int with_linear,
                          const crease_options *options)
{
    char path[40], *text = NULL;
    int file = memfd_create("certificate", 0);
    crease_linear_counts linear;
    crease_counts counts;
    crease_counts_init(&counts, net);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (file < 0)
        abort();
    if (crease_certificate_write(path, &counts, with_linear ? &linear : NULL, net, domain, options,
                                 NULL) == CREASE_OK) {
        off_t size = lseek(file, 0, SEEK_END);
        text = memory_new((size_t)size + 1, 1);
        if (pread(file, text, (size_t)size, 0) != size)
            abort();
    }
    crease_counts_clear(&counts);
    close(file);
    return text;
}

static bool is_counted(const certificate *claim, const crease_net *net, const crease_domain *domain)
{
    crease_counts counts;
    crease_linear_counts linear = {0};
    crease_counts_init(&counts, net);
    bool same = (claim->linear ? crease_count_linear(&counts, &linear, net, domain, NULL, NULL)
                               : crease_walk(&counts, net, domain, NULL, NULL, NULL)) == CREASE_OK;
    same &= claim->activation_regions == counts.activation_regions &&
            claim->bounded_regions == counts.bounded_regions &&
            claim->linear_regions == linear.linear_regions &&
            claim->affine_maps == linear.affine_maps;
    for (size_t l = 0; l < claim->layers; l++)
        same &= claim->per_layer[l] == counts.per_layer[l];
    crease_counts_clear(&counts);
    return same;
}

char *canonical_text(const crease_net *net)
{
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    crease_net_write_canonical(to, net);
    fclose(to);
    return text;
}

bool certificate_is_true(const char *text, const crease_net *net)
{
    certificate claim;
    if (!certificate_parse(&claim, text, net))
        return false;
    crease_domain *domain = certificate_domain(&claim);
    bool is_true =
        domain && !strcmp(claim.hash, crease_net_sha256(net)) && is_counted(&claim, net, domain);
    crease_domain_free(domain);
    certificate_clear(&claim);
    return is_true;
}
