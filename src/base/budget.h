// How much memory there is, how much of it the process holds, and for what.
//
// A run asks, whose options limit the resident memory of the process (base/limits.h); and
// allocation (base/memory.h), if the process is guarded, as the tool is. There a request that is
// too large is refused before it is made, memory that piles up is noticed on the way, and where
// there is none a function of the tool's says so and ends the program.
#ifndef BASE_BUDGET_H
#define BASE_BUDGET_H

#include <stddef.h>

// Bytes of the machine, or of the control group if that allows less; SIZE_MAX if nobody knows.
size_t budget_of_machine(void);

// Bytes that are resident now; also notes for what they have grown since the last time. Takes some
// microseconds.
size_t budget_taken(void);

// ---- For what ----

// What the thread takes memory for from now on, a text that lives for ever, such as "vertices of
// cells"; returns what it was before. NULL: nothing in particular.
const char *budget_for(const char *purpose);
// That for which memory has grown most; NULL if there is none.
const char *budget_mostly_for(void);

// ---- A guarded process ----

// May hold so many resident bytes, SIZE_MAX: any number, and of its address space most of what the
// operating system grants. refuse(size) is called in place of an allocation of `size` bytes that
// fails or would go far beyond; 0: if many small ones have. It does not return.
void budget_guard(size_t limit, void (*refuse)(size_t size));

// At how many bytes the limit was reached, once and for ever, those that were asked for included:
// runs end then. 0 if it was not, as always if nobody guards.
size_t budget_short_at(void);

// Whether so many bytes more are within the limit; less than a mebibyte always is.
int budget_has(size_t size);
// To be called before so many are taken: if they are not within the limit it is reached; refuses
// what even a run that ends in order must not have. Small requests are added up and asked for
// together.
void budget_ask(size_t size);

// In place of an allocation that failed.
void budget_refuse(size_t size) __attribute__((noreturn));

#endif
