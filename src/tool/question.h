// A question about all of a domain that has one answer, such as the greatest slope: asked of the
// whole, of a share, whose answer is lines that crease merge reads back, and of all shares.
#ifndef TOOL_QUESTION_H
#define TOOL_QUESTION_H

#include "tool/counted.h"

// What the functions get first is the question, with all that has been found.
typedef struct {
    const char *name; // the word that says what work it is begins with this
    size_t size;      // of the question
    // As the shares were asked, with nothing found yet; reports an error.
    crease_status (*open)(void *question, const counted *sum);
    void (*close)(void *question);
    char *(*work)(const void *question); // the word, to be freed
    crease_status (*walk)(void *question, job *work, crease_error *error);
    // Of a share, which has so many regions.
    void (*put_share)(FILE *to, void *question);
    crease_status (*take_share)(void *question, uint64_t regions, word_scanner *scan,
                                crease_error *error);
    // Adds what the next share has found, whose region number 0 is number `first` of all.
    void (*append)(void *question, void *next, uint64_t first);
    void (*finish)(void *question, int complete);
    void (*put)(const void *question, results *r, const work_summary *summary);
} question_kind;

extern const question_kind range_question, slope_question;

// Asks the network and the domain of a job, and prints the answer. row: of it, or NULL.
crease_status question_ask(const question_kind *kind, void *question, const char *row, job *work,
                           const settings *s);

// Prints the answer of all shares, which are given in order; sum has what is the same of all.
crease_status question_merge(const counted *sum, counted *const *share, const settings *s);

#endif
