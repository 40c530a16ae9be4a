// Memory in use, and requests that a guarded process is refused.
#include "base/budget.h"

#include "base/limits.h"
#include "base/memory.h"
#include "unit.h"

#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const size_t mib = (size_t)1 << 20;

static void measured(void)
{
    size_t before = budget_taken(), size = 64 * mib;
    CU_ASSERT(before > 0);
    char *bytes = memory_new(size, 1);
    memset(bytes, 1, size);
    CU_ASSERT(budget_taken() >= before + size / 2);
    free(bytes);
}

static void unguarded(void)
{
    CU_ASSERT_EQUAL(budget_short_at(), 0);
}

// ---- in a child process, because the guard cannot be removed ----

enum { REFUSED = 7 };

static void refuse(size_t size)
{
    _exit(size == 0 || size >= 1 << 20 ? REFUSED : EXIT_FAILURE);
}

static int in_child(int (*run)(void))
{
    pid_t child = fork();
    if (child == 0)
        _exit(run());
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Requests within the limit succeed; one beyond it stops runs, and later ones fail.
static int one_request(void)
{
    budget_guard(budget_taken() + 64 * mib, refuse);
    run_limits limits;
    run_limits_init(&limits, NULL);
    free(memory_new(32 * mib, 1));
    if (budget_short_at() || run_limits_passed(&limits))
        return 1;
    free(memory_new(96 * mib, 1));
    if (budget_short_at() < 96 * mib || !run_limits_passed(&limits))
        return 2;
    memory_new(200 * mib, 1);
    return 3;
}

static int many_requests(void)
{
    budget_guard(budget_taken() + 16 * mib, refuse);
    for (size_t i = 0; i < 1 << 20; i++)
        memset(memory_new(1024, 1), 1, 1024);
    return 1;
}

// A limit of the options holds for one run.
static void limit_of_a_run(void)
{
    const crease_options options = {.memory_limit = 1}, ample = {.memory_limit = SIZE_MAX};
    run_limits limits;
    run_limits_init(&limits, &ample);
    CU_ASSERT_FALSE(run_limits_stopped(&limits));
    run_limits_end(&limits, CREASE_OK, NULL);
    run_limits_init(&limits, &options);
    CU_ASSERT(run_limits_stopped(&limits)); // before its first step
    crease_error error;
    CU_ASSERT_EQUAL(run_limits_end(&limits, CREASE_STOPPED, &error), CREASE_STOPPED);
    CU_ASSERT(!strncmp(error.message, "stopped by memory_limit at ", 27) &&
              strstr(error.message, " MiB after "));
    CU_ASSERT_EQUAL(budget_short_at(), 0);
}

static void guarded(void)
{
    CU_ASSERT_EQUAL(in_child(one_request), REFUSED);
    CU_ASSERT_EQUAL(in_child(many_requests), REFUSED);
}

UNIT_MAIN("budget", {"measured", measured}, {"unguarded", unguarded},
          {"limit of a run", limit_of_a_run}, {"guarded", guarded})
