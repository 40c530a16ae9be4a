// Certificates of shares.
#include "base/memory.h"
#include "base/sha256.h"
#include "out/part.h"

#include <inttypes.h>
#include <string.h>

static int begins(const char *line)
{
    return !strncmp(line, "crease-certificate ", strlen("crease-certificate "));
}

// The lines before the tree, but for the one of the share: what they say of the domain is told by a
// hash, so that they may be long.
static crease_status take_claim(part_totals *found, proof_lines *lines, FILE *to)
{
    char hash[SHA256_TEXT];
    struct sha256_ctx claim;
    sha256_init(&claim);
    for (;;) {
        if (lines_has(lines, "part ") || !strncmp(lines->text, "tree", 4))
            break;
        if (lines_has(lines, "network "))
            part_take_word(found, PART_NETWORK, lines, "");
        else
            sha256_update(&claim, strlen(lines->text) + 1, (const uint8_t *)lines->text);
        if (to)
            fprintf(to, "%s\n", lines->text);
        if (lines_next(lines) != CREASE_OK)
            return CREASE_ERROR;
    }
    sha256_end(hash, &claim);
    found->says[PART_DOMAIN] = memory_format("%s", hash);
    return CREASE_OK;
}

static crease_status take_head(part_totals *found, proof_lines *lines, FILE *to)
{
    if (lines_expect(lines, "crease-certificate 3") != CREASE_OK ||
        lines_expect_end(lines) != CREASE_OK || take_claim(found, lines, to) != CREASE_OK)
        return CREASE_ERROR;
    if (lines->next == lines->text)
        return lines_refuse(lines, "expected a line \"part I M\": this certificate is no share");
    if (part_take_share(found, lines, "", " ", " order ") != CREASE_OK ||
        lines_expect_end(lines) != CREASE_OK || lines_next(lines) != CREASE_OK ||
        lines_expect(lines, "tree") != CREASE_OK)
        return CREASE_ERROR;
    found->linear = lines_has(lines, " linear");
    if (lines_expect_end(lines) != CREASE_OK)
        return CREASE_ERROR;
    if (to)
        fprintf(to, "%s\n", lines->text);
    return lines_next(lines);
}

// Those of the whole, in each share.
static crease_status take_linear(part_totals *found, proof_lines *lines)
{
    size_t regions, maps;
    if (lines_next(lines) != CREASE_OK ||
        part_take_count(&regions, lines, "linear_regions ") != CREASE_OK ||
        lines_expect_end(lines) != CREASE_OK || lines_next(lines) != CREASE_OK ||
        part_take_count(&maps, lines, "affine_maps ") != CREASE_OK)
        return CREASE_ERROR;
    found->says[PART_LINEAR] =
        memory_format("linear_regions %zu\naffine_maps %zu\n", regions, maps);
    return lines_expect_end(lines);
}

static crease_status take_end(part_totals *found, proof_lines *lines)
{
    if (lines_expect(lines, "end") != CREASE_OK || lines_expect_end(lines) != CREASE_OK ||
        lines_next(lines) != CREASE_OK ||
        part_take_count(&found->regions, lines, "activation_regions ") != CREASE_OK ||
        lines_expect_end(lines) != CREASE_OK || lines_next(lines) != CREASE_OK ||
        part_take_count(&found->bounded, lines, "bounded_regions ") != CREASE_OK ||
        lines_expect_end(lines) != CREASE_OK || lines_next(lines) != CREASE_OK ||
        lines_expect(lines, "regions_per_layer") != CREASE_OK)
        return CREASE_ERROR;
    found->layers = 0;
    while (lines_has(lines, " ")) {
        MEMORY_RESERVE(found->layer, found->layer_capacity, found->layers + 1);
        if (lines_natural(found->layer + found->layers++, lines) != CREASE_OK)
            return CREASE_ERROR;
    }
    if (lines_expect_end(lines) != CREASE_OK)
        return CREASE_ERROR;
    return found->linear ? take_linear(found, lines) : CREASE_OK;
}

static void put_end(FILE *to, const part_totals *all)
{
    fprintf(to, "end\nactivation_regions %zu\nbounded_regions %zu\nregions_per_layer", all->regions,
            all->bounded);
    for (size_t l = 0; l < all->layers; l++)
        fprintf(to, " %zu", all->layer[l]);
    putc('\n', to);
    if (all->linear)
        fputs(all->says[PART_LINEAR], to);
}

const part_format part_certificate = {.begins = begins,
                                      .first = "crease-certificate",
                                      .head = take_head,
                                      .ends = "end",
                                      .end = take_end,
                                      .put_end = put_end};
