// How a command is made to stop: by signals, by the time limit, by the memory limit.
#include "tool/stop.h"

#include "base/budget.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/out_file.h"

#include <gmp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// Seconds in which a run must react to the time limit or to a signal, else the program ends at
// once. A run that has reacted gets a share of its time besides, to put together what it has. A
// program that other processes keep from the processor gets WAITS times as long. CREASE_PATIENCE in
// the environment replaces the seconds: with many, a test sees whether a run reacts by itself.
static double patience = 0.2, patience_with_words = 0.1;
static const double share_to_end = 0.05;
static const double between_looks = 0.05;
enum { WAITS = 20 };

// ---- The end at once: whatever is done here, a handler of signals may do ----

static const char *last_words; // on standard output, when the time is up
static double begun;           // by the clock

static void say_on(int stream, const char *text)
{
    ssize_t written = write(stream, text, strlen(text));
    (void)written; // an error cannot be reported any more
}

static __attribute__((noreturn)) void end_at_once(const char *why, const char *what)
{
    say_on(STDERR_FILENO, "crease: ");
    say_on(STDERR_FILENO, why);
    say_on(STDERR_FILENO, what);
    say_on(STDERR_FILENO, "\n");
    out_file_remove_unfinished();
    _exit(CREASE_STOPPED);
}

static void set_timer(double seconds)
{
    const double bounded = fmin(seconds, 1e9); // a time_t may hold no more
    const double whole = floor(bounded), rest = bounded - whole;
    struct itimerval timer = {.it_value = {(time_t)whole, (suseconds_t)(999999 * rest) + 1}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

static const char lost[] = " in a step that could not be cut short: no result";

// ---- Signals ----

// A handler can reach nothing but globals.
static volatile sig_atomic_t caught, is_late;
static volatile double late_since, processor_since; // seconds

static void handle(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESETHAND | SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

// The second one of a kind kills.
static void on_second_signal(int number)
{
    out_file_remove_unfinished();
    raise(number);
}

static void on_signal(int number)
{
    handle(number, on_second_signal);
    if (!run_so_far.active)
        end_at_once("interrupted", ": no result");
    __atomic_store_n(&caught, number, __ATOMIC_RELAXED); // it is read by threads
    set_timer(between_looks);
}

static double clock_seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double seconds_gone(void)
{
    return clock_seconds(CLOCK_MONOTONIC) - begun;
}

// Whether a program that is late since then has had time enough to react.
static bool has_had_time(void)
{
    const double gone = seconds_gone();
    const double enough = last_words               ? patience_with_words
                          : run_so_far.has_stopped ? patience + share_to_end * late_since
                                                   : patience;
    const double used = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - processor_since;
    return gone - late_since > enough &&
           (!run_so_far.active || used > enough || gone - late_since > WAITS * enough);
}

// The time is up, or there was a signal.
static void on_timer(int number)
{
    (void)number;
    set_timer(between_looks);
    if (run_so_far.begun && !run_so_far.active) { // results are written
        is_late = 0;
        return;
    }
    if (!is_late) {
        is_late = 1;
        late_since = seconds_gone();
        processor_since = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
        return;
    }
    if (!has_had_time())
        return;
    if (last_words && !caught)
        say_on(STDOUT_FILENO, last_words);
    end_at_once(caught ? "interrupted" : "stopped by --time-limit",
                run_so_far.active ? lost : ": no result");
}

// A signal that the caller had ignored, as nohup does, stays ignored.
static void watch(int number)
{
    struct sigaction before;
    if (!sigaction(number, NULL, &before) && before.sa_handler != SIG_IGN)
        handle(number, on_signal);
}

const volatile sig_atomic_t *stop_flag(void)
{
    return &caught;
}

// ---- Time ----

double stop_time_left(double time_limit)
{
    static const double least = 1e-6;
    double left = time_limit - seconds_gone();
    return !(time_limit > 0) ? 0 : left > least ? left : least;
}

// ---- Memory ----

// The share of the machine's memory that is used by default.
static const double share = 0.75;

static size_t limit = SIZE_MAX; // none

static void spell_size(char *text, size_t size, double bytes)
{
    static const char *const unit[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    size_t k = 0;
    for (; bytes >= 1024 && k < 4; k++)
        bytes /= 1024;
    snprintf(text, size, "%.3g %s", bytes, unit[k]);
}

// snprintf takes no memory for these.
static void stop_refuse(size_t size)
{
    char taken[32], wanted[32], text[200];
    spell_size(taken, sizeof taken, (double)budget_taken());
    spell_size(wanted, sizeof wanted, (double)size);
    snprintf(text, sizeof text, "out of memory at %s%s%s: no result", taken,
             size ? ": no room for another " : "", size ? wanted : "");
    end_at_once(text, "");
}

static void *stop_take(size_t size)
{
    return memory_resize(NULL, size, 1);
}

static void *stop_resize(void *old, size_t size)
{
    return memory_resize(old, size, 1);
}

static void *resize_integer(void *old, size_t old_size, size_t size)
{
    (void)old_size;
    return memory_resize(old, size, 1);
}

static void drop(void *memory, size_t size)
{
    (void)size;
    free(memory);
}

// The number at the start of a file; SIZE_MAX without one, as in "max".
static size_t read_size(const char *path)
{
    unsigned long long size;
    FILE *file = fopen(path, "r");
    bool is_found = file && fscanf(file, "%llu", &size) == 1 && size < SIZE_MAX;
    if (file)
        fclose(file);
    return is_found ? (size_t)size : SIZE_MAX;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

// The least limit of a control group and of those that it is in. Inside a container the file system
// begins at its own group, whatever the group is called outside. Shortens the name.
static size_t group_limit(char *group)
{
    char path[FILENAME_MAX], *slash;
    snprintf(path, sizeof path, "/sys/fs/cgroup%s/memory.max", group);
    const size_t own = read_size(path);
    if (!(slash = strrchr(group, '/')))
        return own;
    *slash = '\0';
    return smaller(own, group_limit(group));
}

// A line is "0::/GROUP".
static size_t control_groups(void)
{
    char line[FILENAME_MAX / 2] = "";
    FILE *file = fopen("/proc/self/cgroup", "r");
    bool is_found = false;
    while (file && !is_found && fgets(line, sizeof line, file))
        is_found = !strncmp(line, "0::", 3);
    if (file)
        fclose(file);
    line[strcspn(line, "\n")] = '\0';
    return group_limit(is_found ? line + 3 : strcpy(line, ""));
}

// Bytes of the machine, or of the control group if that allows less; SIZE_MAX if not known.
static size_t memory_of_machine(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    const uint64_t physical = pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : UINT64_MAX;
    return smaller(physical < SIZE_MAX ? (size_t)physical : SIZE_MAX, control_groups());
}

// Memory that GMP, MPFR and FLINT take counts too.
void stop_watch_memory(void)
{
    budget_guard(limit, stop_refuse);
    mp_set_memory_functions(stop_take, resize_integer, drop);
    __flint_set_memory_functions(stop_take, memory_new, stop_resize, free);
}

static crease_status limit_memory(settings *s)
{
    const size_t machine = memory_of_machine(), taken = budget_taken();
    limit = s->options.memory_limit;
    if (!limit)
        limit = machine < SIZE_MAX ? (size_t)(share * (double)machine) : SIZE_MAX;
    if (limit < taken) {
        char text[32];
        spell_size(text, sizeof text, (double)taken);
        return report_usage("--memory-limit: crease itself takes %s", text);
    }
    s->options.memory_limit = limit < SIZE_MAX ? limit : 0;
    budget_guard(limit, stop_refuse);
    return CREASE_OK;
}

// ---- All of it ----

static void start_time(double time_limit)
{
    begun = clock_seconds(CLOCK_MONOTONIC);
    if (time_limit > 0)
        set_timer(time_limit);
}

void stop_watch_anew(const settings *s)
{
    run_so_far.begun = run_so_far.has_stopped = 0;
    is_late = 0;
    start_time(s->options.time_limit);
}

bool stop_is_final(void)
{
    return caught || budget_short_at() > 0;
}

crease_status stop_watch(settings *s)
{
    struct sigaction action = {.sa_handler = on_timer, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    watch(SIGHUP);
    watch(SIGINT);
    watch(SIGTERM);
    last_words = s->last_words;
    if (getenv("CREASE_PATIENCE"))
        patience = patience_with_words = strtod(getenv("CREASE_PATIENCE"), NULL);
    start_time(s->options.time_limit);
    return limit_memory(s);
}

const char *stop_reason(void)
{
    static char text[100];
    char taken[32];
    if (caught)
        return "interrupted";
    if (!budget_short_at())
        return "stopped by --time-limit";
    spell_size(taken, sizeof taken, (double)budget_short_at());
    snprintf(text, sizeof text, "stopped by %s (%s)",
             limit < SIZE_MAX ? "--memory-limit" : "the limit of the address space", taken);
    return text;
}
