// What a thread has done so far, by the clocks of the system.
#include "walk/trace.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// A counter of the instructions of this thread; -1 where the system has none for us. It is closed
// by the end of the process.
static int counter_of_thread(void)
{
    static _Thread_local int counter, made;
    struct perf_event_attr what = {.type = PERF_TYPE_HARDWARE,
                                   .size = sizeof what,
                                   .config = PERF_COUNT_HW_INSTRUCTIONS,
                                   .exclude_kernel = 1,
                                   .exclude_hv = 1};
    if (!made)
        counter = (int)syscall(SYS_perf_event_open, &what, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
    made = 1;
    return counter;
}

walk_effort walk_effort_now(void)
{
    struct timespec time;
    walk_effort now = {0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    now.cpu = (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
    int counter = counter_of_thread();
    if (counter >= 0 && read(counter, &now.instructions, sizeof now.instructions) < 0)
        now.instructions = 0;
    return now;
}
