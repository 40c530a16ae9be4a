// How much memory there is, and how much of it the process holds.
//
// A run checks the limit of its options (base/limits.h). Allocation (base/memory.h) checks the
// limit of the process, if budget_guard set one, as crease does: a request that is too large is
// refused in advance, and growth by small requests is noticed.
#ifndef BASE_BUDGET_H
#define BASE_BUDGET_H

#include <stddef.h>

// Bytes of the machine, or of the control group if that allows less; SIZE_MAX if not known.
size_t budget_of_machine(void);

// Resident bytes. Takes microseconds.
size_t budget_taken(void);

// Limits the resident bytes of the process (SIZE_MAX: no limit) and, to most of what the operating
// system grants, its address space. refuse(size) is called for a request of `size` bytes that fails
// or goes far beyond; 0: for many small ones. It does not return.
void budget_guard(size_t limit, void (*refuse)(size_t size));

// The bytes at which the limit was first reached, the request included: runs end then. 0 if it was
// not, as always without budget_guard.
size_t budget_short_at(void);

// Whether this many more bytes are within the limit; always true below one mebibyte.
int budget_has(size_t size);
// To be called before each allocation; adds up small ones. Beyond the limit it sets
// budget_short_at; beyond what a run needs in order to end, it refuses.
void budget_ask(size_t size);
// To be called when an allocation failed.
void budget_refuse(size_t size) __attribute__((noreturn));

#endif
