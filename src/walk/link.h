// Messages between processes that share a walk, whatever carries them.
#ifndef WALK_LINK_H
#define WALK_LINK_H

#include <stddef.h>

// Processes are numbered 0 .. ranks - 1, and messages from one to another arrive in order. A
// message is a text that a NUL follows. All calls come from one thread, but for those of look and
// wake.
typedef struct {
    void *data; // for all that follows
    int rank, ranks;
    int fan; // so many ranks talk with the same one above them
    // Sends a text to a rank, which frees it, and does not wait for it to arrive.
    void (*send)(void *data, int to, char *text, size_t size);
    // A text that has come, to be freed, and from whom; NULL: none within so many seconds.
    char *(*take)(void *data, int *from, size_t *size, double seconds);
    // From any thread: if something has come, take need not wait for it any more; or in any case.
    // What is not asked to be looked for take may notice late.
    void (*look)(void *data);
    void (*wake)(void *data);
    // The same on all ranks: the greatest of what they say. All have to call it.
    int (*agree)(void *data, int say);
    // Why this rank stops, a number of its own making, 0 if it does not know; and on rank 0 what
    // another has said.
    int (*why)(void);
    void (*told)(int why);
} walk_link;

#endif
