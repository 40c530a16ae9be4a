// How much memory the process holds, and how much it may hold.
//
// A run checks the limit of its options (base/limits.h). Allocation (base/memory.h) checks the
// limit of the process, if budget_guard set one, as crease does: a request that is too large is
// refused in advance, and growth by small requests is noticed.
#pragma once

#include <stddef.h>

// Resident bytes. Takes microseconds.
size_t budget_taken(void);

// Limits the resident bytes of the process (SIZE_MAX: no limit), and its address space to 7/8 of
// what the operating system grants. refuse(size) is called for a request of `size` bytes that fails
// or exceeds the limit by far; size 0 stands for many small ones. It must not return.
void budget_guard(size_t limit, void (*refuse)(size_t size));

// The bytes at which the limit was first reached, including the request; runs end then. 0 if it was
// not reached or there is none.
size_t budget_short_at(void);

// To be called before each allocation; adds up small ones. Sets budget_short_at beyond the limit,
// and refuses what exceeds it by more than a run needs in order to end.
void budget_ask(size_t size);
// To be called after an allocation failed.
void budget_refuse(size_t size) __attribute__((noreturn));
