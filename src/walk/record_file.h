// The record of a walk while it goes on: where the walk begins, and when the file is written.
#ifndef WALK_RECORD_FILE_H
#define WALK_RECORD_FILE_H

#include "base/limits.h"
#include "walk/record.h"

typedef struct {
    const crease_options *options;
    run_limits *limits;
    walk_record record;
    double seconds; // of earlier runs
    double every;   // seconds from one file to the next
    double written; // when the last file was
    int replaces;   // the file that is there already is of earlier work of the same run
} record_file;

// work and by_neuron: as of walk_record_init.
void record_file_init(record_file *file, const char *work, int by_neuron, const crease_net *net,
                      const crease_domain *domain, run_limits *limits);
void record_file_clear(record_file *file);

// Refuses options of walks that cannot be taken up again or shared, and a file that is in the way;
// reads the record where the walk is to go on, if there is one.
crease_status record_file_begin(record_file *file, int *resumed, crease_error *error);

// Whether a file is wanted and the last one is so many seconds old.
int record_file_is_due(const record_file *file, double age);
// The text of the file with these subtrees, to be freed.
char *record_file_text(size_t *size, record_file *file, const walk_path *const *subtree,
                       size_t subtrees);
// Writes it to the disk; it may take long.
crease_status record_file_write(const record_file *file, const char *text, size_t size,
                                crease_error *error);
// It has been.
void record_file_note(record_file *file);
// The error of a subtree that the tree does not have.
void record_file_refuse_path(const crease_options *options, crease_error *error);

#endif
