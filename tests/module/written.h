// For tests of writers: the output of a function in a file.
#ifndef TESTS_WRITTEN_H
#define TESTS_WRITTEN_H

#include "base/memory.h"
#include "base/read_file.h"
#include "nets.h"

#include <stdbool.h>
#include <unistd.h>

// A file in a directory of its own, where nothing else may remain.
typedef struct {
    char directory[32], path[48];
    char *text; // what was read back, with a terminating NUL
    size_t size;
    crease_counts counts;
    crease_error error;
} written;

static inline written written_init(void)
{
    written file = {.directory = "/tmp/crease-out-XXXXXX"};
    if (!mkdtemp(file.directory))
        abort();
    snprintf(file.path, sizeof file.path, "%s/file", file.directory);
    return file;
}

static inline crease_status written_copy(void *to, document_text document, crease_error *error)
{
    written *file = to;
    (void)error;
    free(file->text); // of the file that was read before
    file->size = document.size;
    file->text = memory_new(document.size + 1, 1); // pictures have zeros in them
    memcpy(file->text, document.text, document.size);
    return CREASE_OK;
}

// Reads the file and removes it; text stays NULL if there is none.
static inline void written_read(written *file)
{
    if (read_file(file, file->path, written_copy, &file->error) == CREASE_OK)
        unlink(file->path);
}

// Fails (returns 0) if the directory is not empty.
static inline bool written_clear(written *file)
{
    free(file->text);
    return rmdir(file->directory) == 0;
}

// The records of a network of two inputs, read back. box NULL: the plane.
static inline crease_status written_records(written *file, crease_record_format format,
                                            const crease_net *net, const char *box,
                                            const crease_options *options)
{
    crease_domain *domain = domain_of(box);
    crease_counts_init(&file->counts, net);
    crease_status status = crease_regions_write(file->path, &(crease_records){.format = format},
                                                &file->counts, net, domain, options, &file->error);
    crease_counts_clear(&file->counts);
    crease_domain_free(domain);
    written_read(file);
    return status;
}

#endif
