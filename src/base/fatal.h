// The end of a run that contradicts itself, and the assertions that notice it.
#pragma once

// In tests, with sanitizers and in a checked build; an installed library has no assertions.
#ifdef CREASE_CHECKED
enum { CHECKED = 1 };
#else
enum { CHECKED = 0 };
#endif

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
