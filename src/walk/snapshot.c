// A snapshot of the ranks that share a walk.
#include "walk/snapshot.h"

#include "base/memory.h"
#include "walk/manner.h"
#include <inttypes.h>

void snapshot_clear(snapshot *s)
{
    walk_record_drop_subtrees(&s->sum);
    walk_counts_reset(&s->sum.totals);
}

void snapshot_begin(snapshot *s, uint64_t number, int stops, int lists)
{
    snapshot_clear(s);
    *s = (snapshot){.number = number, .stops = stops, .lists = lists, .ready = 1, .sum = s->sum};
}

void snapshot_add_subtrees(snapshot *s, const walk_record *from)
{
    for (size_t i = 0; i < from->subtrees; i++)
        walk_record_add(&s->sum, from->subtree[i].choice, from->subtree[i].count);
}

void snapshot_add(snapshot *s, const snapshot *part, const walk_record *record)
{
    s->parts++;
    s->ready &= part->ready;
    s->sent += part->sent;
    s->received += part->received;
    s->left += part->left;
    walk_counts_add(&s->sum.totals, &record->totals);
    snapshot_add_subtrees(s, record);
}

char *snapshot_head(const snapshot *s)
{
    return memory_format("report %" PRIu64 " %d %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", s->number,
                         s->ready, s->sent, s->received, s->left);
}

int snapshot_read_head(snapshot *s, const char *text)
{
    return sscanf(text, "report %" SCNu64 " %d %" SCNu64 " %" SCNu64 " %" SCNu64, &s->number,
                  &s->ready, &s->sent, &s->received, &s->left) == 5;
}
