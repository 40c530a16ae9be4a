// Neighbours by signs.
#include "regions/sign_matching.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "base/memory.h"
#include <stdlib.h>
#include <string.h>

void sign_matching_init(sign_matching *m, const crease_net *net)
{
    const size_t hidden = crease_net_hidden(net);
    size_t most = 0, units = 0;
    *m = (sign_matching){.net = net, .first = memory_new(hidden + 1, sizeof *m->first)};
    for (size_t l = 0; l < hidden; l++) {
        const unit_table *table = &net->layer[l].unit;
        m->first[l] = units;
        units += table->units;
        for (size_t u = 0; u < table->units; u++)
            most = unit_pieces(table, u) > most ? unit_pieces(table, u) : most;
    }
    m->first[hidden] = units;
    m->bits = most <= 2 ? 1 : most <= 1 << 8 ? 8 : 32;
    m->bytes = units * m->bits / 8 + 1;
    m->row = memory_new(m->bytes, 1);
    row_table_init(&m->patterns);
}

void sign_matching_clear(sign_matching *m)
{
    row_table_clear(&m->patterns);
    free(m->first);
    free(m->facet);
    free(m->row);
}

size_t sign_matching_bytes(const sign_matching *m)
{
    ASSERT(m->facets <= m->capacity);
    return m->patterns.used + m->facets * sizeof *m->facet;
}

static void pack_facet(sign_facet *facet, uint64_t regions, pack *p)
{
    facet->region = pack_word(p, facet->region);
    facet->layer = (uint32_t)pack_word(p, facet->layer);
    facet->unit = (uint32_t)pack_word(p, facet->unit);
    facet->breakpoint = (uint32_t)pack_word(p, facet->breakpoint);
    facet->side = pack_word(p, facet->side > 0) ? 1 : -1;
    p->failed |= facet->region >= regions;
}

// A unit and a breakpoint that the network has.
static bool facet_is_known(const sign_matching *m, const sign_facet *facet)
{
    if (facet->layer >= crease_net_hidden(m->net))
        return false;
    const unit_table *table = &m->net->layer[facet->layer].unit;
    return facet->unit < table->units && facet->breakpoint < unit_predicates(table, facet->unit);
}

void sign_matching_pack(sign_matching *m, pack *p)
{
    const uint64_t regions = pack_count(p, m->patterns.count, m->bytes);
    for (uint64_t r = 0; r < regions && !p->failed; r++) {
        unsigned char *row = m->row;
        if (!p->reads)
            row = m->patterns.bytes + m->patterns.row[r].end - m->bytes;
        pack_bytes(p, row, m->bytes);
        if (p->reads)
            row_table_enter_bytes(&m->patterns, row, m->bytes);
    }
    const size_t facets = pack_count(p, m->facets, 5 * sizeof(uint64_t));
    MEMORY_RESERVE(m->facet, m->capacity, facets);
    for (m->facets = 0; m->facets < facets && !p->failed; m->facets++) {
        pack_facet(m->facet + m->facets, regions, p);
        p->failed |= !facet_is_known(m, m->facet + m->facets);
    }
}

// ---- Patterns ----

static void put_piece(const sign_matching *m, unsigned char *row, size_t unit, uint32_t piece)
{
    ASSERT(m->facets <= m->capacity);
    if (m->bits == 1)
        row[unit / 8] = (unsigned char)((row[unit / 8] & ~(1u << unit % 8)) | piece << unit % 8);
    else if (m->bits == 8)
        row[unit] = (unsigned char)piece;
    else
        memcpy(row + unit * sizeof piece, &piece, sizeof piece);
}

static uint32_t piece_of(const sign_matching *m, const unsigned char *row, size_t unit)
{
    ASSERT(m->facets <= m->capacity);
    uint32_t piece;
    if (m->bits == 1)
        return row[unit / 8] >> unit % 8 & 1;
    if (m->bits == 8)
        return row[unit];
    memcpy(&piece, row + unit * sizeof piece, sizeof piece);
    return piece;
}

// Sets bits from `first` on; they and all that follow are 0.
static void put_bits(unsigned char *row, size_t first, const uint32_t *bit, size_t bits)
{
    const uint32_t *const end = bit + bits;
    unsigned char *byte = row + first / 8;
    unsigned shift = first % 8, rest = *byte;
    for (; end - bit >= 8; bit += 8) {
        rest |= (bit[0] | bit[1] << 1 | bit[2] << 2 | bit[3] << 3 | bit[4] << 4 | bit[5] << 5 |
                 bit[6] << 6 | bit[7] << 7)
                << shift;
        *byte++ = (unsigned char)rest;
        rest >>= 8;
    }
    while (bit < end)
        rest |= *bit++ << shift++;
    for (; rest; rest >>= 8)
        *byte++ = (unsigned char)rest;
}

static void put_pattern(const sign_matching *m, unsigned char *row, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    ASSERT(m->facets <= m->capacity);
    memset(row, 0, m->bytes);
    for (size_t l = 0; l < crease_net_hidden(m->net); l++) {
        const uint32_t *piece = crease_region_pattern(region, l);
        if (m->bits == 1)
            put_bits(row, m->first[l], piece, m->first[l + 1] - m->first[l]);
        else
            for (size_t u = m->first[l]; u < m->first[l + 1]; u++)
                put_piece(m, row, u, *piece++);
    }
}

uint64_t sign_matching_region(const sign_matching *m, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    ASSERT(m->facets <= m->capacity);
    unsigned char *row = memory_new(m->bytes, 1); // threads look up at a time
    put_pattern(m, row, region);
    const uint64_t number = row_table_find(&m->patterns, row, m->bytes);
    free(row);
    return number;
}

// ---- Regions ----

// Where the walk has met no tie, no other unit changes across a facet, which the region beyond it
// has too. So half of them will do.
void sign_matching_add(sign_matching *m, const crease_region *region)
{
    ASSERT(region->pos && region->cell && region->cache);
    const sign_judge *judge = &region->pos->judge;
    const bool lower = !judge->has_ties && judge->arith != CREASE_FLOAT;
    const half_space *facet = NULL;
    const size_t facets =
        lower ? region_lower_facets(&facet, region) : crease_region_facets(region);
    if (!lower)
        facet = region_with_facets(region)->facet;
    if (run_is_cancelled())
        return;
    put_pattern(m, m->row, region);
    const uint64_t number = row_table_enter_bytes(&m->patterns, m->row, m->bytes);
    MEMORY_RESERVE(m->facet, m->capacity, m->facets + facets);
    for (size_t f = 0; f < facets; f++) {
        const plane_origin *origin = region_space(region)->origin + facet[f].plane;
        if (origin->split != NO_SPLIT && (facet[f].side < 0 || !lower))
            m->facet[m->facets++] = (sign_facet){.region = number,
                                                 .layer = (uint32_t)origin->layer,
                                                 .unit = (uint32_t)origin->unit,
                                                 .breakpoint = (uint32_t)origin->breakpoint,
                                                 .side = facet[f].side};
    }
}

void sign_matching_append(sign_matching *m, sign_matching *next)
{
    ASSERT(m->facets <= m->capacity);
    ASSERT(next->facets <= next->capacity);
    uint64_t *number = row_table_append(&m->patterns, &next->patterns);
    MEMORY_RESERVE(m->facet, m->capacity, m->facets + next->facets);
    for (size_t f = 0; f < next->facets; f++) {
        m->facet[m->facets] = next->facet[f];
        m->facet[m->facets++].region = number[next->facet[f].region];
    }
    next->facets = 0;
    free(number);
}

// ---- Across a facet ----

// The piece on the other side of a facet. Returns 0 if a unit that shares the hyperplane has put
// this one on a piece that does not end there.
static bool piece_across(uint32_t *across, const sign_matching *m, const sign_facet *facet,
                         uint32_t piece)
{
    ASSERT(m->facets <= m->capacity);
    const size_t rank = unit_rows(&m->net->layer[facet->layer].unit, facet->unit);
    if (rank > 1) {
        const maxout_rows pair = maxout_pair(facet->breakpoint, rank);
        *across = (uint32_t)(piece == pair.earlier ? pair.later : pair.earlier);
        return piece == pair.earlier || piece == pair.later;
    }
    *across = facet->side < 0 ? facet->breakpoint + 1 : facet->breakpoint;
    return piece == facet->breakpoint + (facet->side > 0);
}

static uint64_t region_across(const sign_matching *m, const sign_facet *facet)
{
    ASSERT(m->facets <= m->capacity);
    const table_row *end = m->patterns.row + facet->region;
    const size_t unit = m->first[facet->layer] + facet->unit;
    memcpy(m->row, m->patterns.bytes + end->end - m->bytes, m->bytes);
    uint32_t across;
    if (!piece_across(&across, m, facet, piece_of(m, m->row, unit)))
        return ROW_TABLE_NONE;
    put_piece(m, m->row, unit, across);
    return row_table_find(&m->patterns, m->row, m->bytes);
}

void sign_matching_match(sign_matching *m, uint64_t regions, sign_pair *show, void *data)
{
    ASSERT(m->facets <= m->capacity);
    size_t left = 0;
    m->left[0] = m->left[1] = 0;
    for (size_t f = 0; f < m->facets; f++) {
        const sign_facet facet = m->facet[f];
        if (facet.region >= regions)
            continue;
        const uint64_t across = region_across(m, &facet);
        if (across >= regions) { // also if there is none
            m->facet[left++] = facet;
            m->left[facet.side > 0]++;
        } else if (facet.side < 0) {
            show(data, facet.region, across,
                 (facet_crease){facet.layer, facet.unit, facet.breakpoint});
        }
    }
    m->facets = left;
}

bool sign_matching_is_left(const sign_matching *m, uint64_t region, const plane_origin *origin)
{
    ASSERT(m->facets <= m->capacity);
    size_t lo = 0, hi = m->facets;
    while (lo < hi) {
        const size_t middle = lo + (hi - lo) / 2;
        if (m->facet[middle].region < region)
            lo = middle + 1;
        else
            hi = middle;
    }
    for (; lo < m->facets && m->facet[lo].region == region; lo++)
        if (m->facet[lo].layer == origin->layer && m->facet[lo].unit == origin->unit &&
            m->facet[lo].breakpoint == origin->breakpoint)
            return true;
    return false;
}
