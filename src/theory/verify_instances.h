// The networks that crease verify counts, of every construction of the catalogue.
#ifndef THEORY_VERIFY_INSTANCES_H
#define THEORY_VERIFY_INSTANCES_H

#include <stddef.h>

typedef enum { VERIFY_QUICK, VERIFY_LARGE } verify_size;

typedef struct {
    const char *name, *arguments; // as crease build takes them
    verify_size size;
    int linear; // count linear regions and maps too
} verify_instance;

extern const verify_instance verify_instances[];
extern const size_t verify_instance_count;

#endif
