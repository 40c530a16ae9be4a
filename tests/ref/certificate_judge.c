// What must be said of a certificate.
#include "certificate_judge.h"
#include "certificate_places.h"

#include "base/memory.h"
#include <crease/crease.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// In memory, for there are thousands.
char *certificate_written(const crease_net *net, const crease_domain *domain, int with_linear)
{
    char path[40], *text = NULL;
    int file = memfd_create("certificate", 0);
    crease_linear_counts linear;
    crease_counts counts;
    crease_counts_init(&counts, net);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    if (file < 0)
        abort();
    if (crease_write_certificate(path, &counts, with_linear ? &linear : NULL, net, domain, NULL,
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

static int same_totals(const certificate *a, const certificate *b)
{
    int same = a->activation_regions == b->activation_regions &&
               a->bounded_regions == b->bounded_regions && a->linear == b->linear &&
               a->linear_regions == b->linear_regions && a->affine_maps == b->affine_maps;
    for (size_t l = 0; l < a->layers; l++)
        same &= a->per_layer[l] == b->per_layer[l];
    return same;
}

static certificate_answer compare(const certificate *mutant, const char *text, const char *truth,
                                  const crease_net *net)
{
    certificate right;
    if (!truth)
        return MUST_REFUSE;
    if (!strcmp(text, truth))
        return MUST_ACCEPT;
    if (!certificate_parse(&right, truth, net))
        abort();
    int same = same_totals(mutant, &right) && certificate_same_regions(mutant, &right, net);
    certificate_clear(&right);
    return same ? EITHER : MUST_REFUSE;
}

// Up to the regions.
static int same_head(const char *a, const char *b)
{
    const char *end = strstr(b, "\nregions");
    return end && !strncmp(a, b, (size_t)(end - b) + 18);
}

certificate_answer certificate_judge(const char *text, const crease_net *net, const char *origin)
{
    certificate read;
    if (!certificate_parse(&read, text, net))
        return MUST_REFUSE;
    certificate_answer is = MUST_REFUSE;
    if (origin && same_head(text, origin)) {
        is = compare(&read, text, origin, net);
    } else if (!strcmp(read.hash, crease_net_sha256(net))) {
        crease_domain *domain = certificate_domain(&read);
        char *truth = domain ? certificate_written(net, domain, read.linear) : NULL;
        is = compare(&read, text, truth, net);
        free(truth);
        crease_domain_free(domain);
    }
    certificate_clear(&read);
    return is;
}
