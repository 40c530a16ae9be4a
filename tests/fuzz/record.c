// Fuzzing the reader of records of unexplored work: whatever the bytes after a head that fits the
// network, an error or subtrees; and each of these is in the tree, or is said not to be.
#include "walk/record.h"
#include "../module/walker.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char net_text[] =
    "{\"inputs\": 2, \"layers\": ["
    "{\"weights\": [[1, 2], [3, -4], [0, 1]], \"bias\": [0, 1, 2], \"activation\": \"hardtanh\"},"
    "{\"weights\": [[1, 2, 0], [-2, 1, 1], [1, 1, 1], [0, 2, 1]], \"bias\": [1, -1, 0, 0],"
    " \"activation\": [\"relu\", \"relu\", \"maxout:2\"]}]}";

// The whole file, to be freed.
static char *file_of(size_t *size, const walk_record *head, const uint8_t *data, size_t length)
{
    static const char first[] = "milliseconds";
    char hash[SHA256_TEXT], *file = NULL, *text = walk_record_text(size, head, NULL, 0);
    FILE *stream = memory_stream(&file, size);
    fwrite(text, 1, (size_t)(strstr(text, first) - text), stream);
    fwrite(data, 1, length, stream);
    fflush(stream);
    sha256_of(hash, file, *size);
    fprintf(stream, "sha256 %s\n", hash);
    fclose(stream);
    free(text);
    return file;
}

static void open_subtrees(const walk_record *record, const crease_net *net,
                          const crease_domain *domain)
{
    test_walker t;
    test_walker_init(&t, CREASE_FILTERED, net, domain);
    for (size_t i = 0; i < record->subtrees && i < 100; i++) {
        walk_place end;
        walk_task *task = walk_task_at(record->subtree[i].choice, record->subtree[i].count);
        if (record->subtree[i].count && walk_task_open(&end, &t.w.pos, task) &&
            (!end.layer || end.layer > 2 || !end.cell->count))
            abort();
        walk_task_free(task);
    }
    test_walker_clear(&t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const crease_options usual;
    crease_error error = {.line = 0};
    crease_net *net;
    crease_domain *domain = crease_domain_new_space(2);
    walk_record record;
    if (crease_net_parse(&net, net_text, sizeof net_text - 1, "net", &error))
        abort();
    walk_record_init(&record, "count", net, domain, &usual, 0);
    size_t length;
    char *file = file_of(&length, &record, data, size);
    if (walk_record_parse(&record, file, length, "fuzz", &error) == CREASE_OK)
        open_subtrees(&record, net, domain);
    else if (!error.message[0])
        abort();
    free(file);
    walk_record_clear(&record);
    crease_domain_free(domain);
    crease_net_free(net);
    return 0;
}
