// How much memory the process holds, and how much it may hold.
#include "base/budget.h"

#include "base/fatal.h"
#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

// ---- The process ----

// Calls nothing that allocates, since allocations call this. Without /proc it is the maximum so
// far.
static void measure(size_t *address_space, size_t *resident)
{
    char text[128], *end;
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    ssize_t length = file >= 0 ? read(file, text, sizeof text - 1) : -1;
    if (file >= 0)
        close(file);
    text[length > 0 ? length : 0] = '\0';
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    *address_space = strtoull(text, &end, 10) * page; // every run begins with this: sscanf is slow
    *resident = strtoull(end, NULL, 10) * page;
    if (*resident)
        return;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    *address_space = *resident = (size_t)usage.ru_maxrss << 10;
}

// ---- A guarded process ----

// Smaller requests are added up until they reach this size.
enum { LARGE_REQUEST = 1 << 20 };
// After its limit a run may still take an eighth of it, or these bytes, in order to end.
static const size_t least_reserve = (size_t)16 << 20;

static struct {
    size_t limit, last; // resident
    size_t address_space;
    void (*refuse)(size_t size);
    atomic_size_t short_at; // 0: it is not
} guard = {.limit = SIZE_MAX, .last = SIZE_MAX, .address_space = SIZE_MAX};

static size_t sum(size_t a, size_t b)
{
    return a < SIZE_MAX - b ? a + b : SIZE_MAX;
}

void budget_guard(size_t limit, void (*refuse)(size_t size))
{
    struct rlimit granted;
    size_t reserve = limit / 8 > least_reserve ? limit / 8 : least_reserve;
    guard.limit = limit;
    guard.last = sum(limit, reserve);
    if (!getrlimit(RLIMIT_AS, &granted) && granted.rlim_cur != RLIM_INFINITY) {
        guard.address_space = (size_t)(granted.rlim_cur - granted.rlim_cur / 8);
#ifdef M_ARENA_MAX
        // An arena of each thread reserves 64 MiB; where it cannot, every small request takes a
        // page of its own.
        mallopt(M_ARENA_MAX, 1);
#endif
    }
    guard.refuse = refuse;
}

size_t budget_short_at(void)
{
    return atomic_load_explicit(&guard.short_at, memory_order_relaxed);
}

static size_t look(size_t more)
{
    size_t address_space, resident;
    measure(&address_space, &resident);
    const bool is_short =
        sum(resident, more) > guard.limit || sum(address_space, more) > guard.address_space;
    size_t none = 0;
    if (guard.refuse && is_short)
        atomic_compare_exchange_strong(&guard.short_at, &none, sum(resident, more));
    return resident;
}

size_t budget_taken(void)
{
    return look(0);
}

void budget_ask(size_t size)
{
    static _Thread_local size_t small __attribute__((tls_model("initial-exec")));
    if (size > PTRDIFF_MAX)
        budget_refuse(size);
    if (size < LARGE_REQUEST) {
        small += size;
        if (small < LARGE_REQUEST)
            return;
        small = size = 0;
    }
    if (guard.refuse && sum(look(size), size) > guard.last)
        budget_refuse(size);
}

void budget_refuse(size_t size)
{
    if (guard.refuse)
        guard.refuse(size);
    FATAL("no memory for %zu more bytes", size);
}
