// The end of a run that contradicts itself, and the assertions that notice it.
#pragma once

// Whether integers repeat what doubles decide (make check-filter).
#ifdef CREASE_CHECKED
enum { CHECKED = 1 };
#else
enum { CHECKED = 0 };
#endif

// A condition that a function relies on. With sanitizers, CHECKED=1 and ASSERT=1 it is tested;
// otherwise it is compiled and never called.
#ifdef CREASE_ASSERT
enum { ASSERTING = 1 };
#else
enum { ASSERTING = 0 };
#endif
#define ASSERT(...)                                             \
    do {                                                        \
        if (ASSERTING && !(__VA_ARGS__))                        \
            assertion_failed(__FILE__, __LINE__, #__VA_ARGS__); \
    } while (0)

void assertion_failed(const char *file, int line, const char *expected);

// Says what is wrong and where in the source on stderr, then aborts.
#define FATAL(...) fatal_at(__FILE__, __LINE__, __VA_ARGS__)
_Noreturn void fatal_at(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Two ways to decide one thing must agree.
#define CHECK_SAME(what, decided, exact)                                   \
    do {                                                                   \
        const int decided_ = (decided), exact_ = (exact);                  \
        if (decided_ != exact_)                                            \
            FATAL("%s: decided %d, exactly %d", (what), decided_, exact_); \
    } while (0)
