// Jobs on threads: each once, the first error, stops, reports.
#include "base/parallel.h"
#include "base/error.h"
#include "unit.h"

#include <string.h>
#include <unistd.h>

enum { JOBS = 200 };

typedef struct {
    int runs[JOBS];
    size_t fails_from; // jobs that fail
    volatile sig_atomic_t *raise;
} log_book;

static crease_status job(void *data, size_t index, crease_error *error)
{
    log_book *book = data;
    book->runs[index]++;
    if (book->raise && index == 50)
        *book->raise = 1;
    if (book->fails_from && index >= book->fails_from) {
        usleep(index == book->fails_from ? 20000 : 0); // the first of them fails last
        return error_set(error, "job %zu", index);
    }
    return CREASE_OK;
}

static void once_each(void)
{
    for (size_t threads = 0; threads < 5; threads++) {
        log_book book = {.fails_from = 0};
        parallel work = {.jobs = JOBS, .run = job, .data = &book, .threads = threads};
        CU_ASSERT_EQUAL(parallel_run(&work, NULL), CREASE_OK);
        for (size_t i = 0; i < JOBS; i++)
            CU_ASSERT_EQUAL(book.runs[i], 1);
    }
    parallel none = {.run = job};
    CU_ASSERT_EQUAL(parallel_run(&none, NULL), CREASE_OK);
}

static void first_error(void)
{
    for (size_t threads = 1; threads < 5; threads++) {
        log_book book = {.fails_from = 7};
        crease_error error;
        parallel work = {.jobs = JOBS, .run = job, .data = &book, .threads = threads};
        CU_ASSERT_EQUAL(parallel_run(&work, &error), CREASE_ERROR);
        CU_ASSERT_STRING_EQUAL(error.message, "job 7");
        CU_ASSERT_EQUAL(book.runs[JOBS - 1], 0);
    }
}

static void interrupted(void)
{
    volatile sig_atomic_t flag = 0;
    log_book book = {.raise = &flag};
    parallel work = {.jobs = JOBS, .run = job, .data = &book, .threads = 1, .interrupt = &flag};
    CU_ASSERT_EQUAL(parallel_run(&work, NULL), CREASE_STOPPED);
    CU_ASSERT_EQUAL(book.runs[50], 1);
    CU_ASSERT_EQUAL(book.runs[51], 0);
}

static crease_status wait(void *data, size_t index, crease_error *error)
{
    (void)data;
    (void)index;
    (void)error;
    usleep(400000);
    return CREASE_OK;
}

static void remember(void *data, size_t done, double seconds)
{
    CU_ASSERT(done >= 1 && done <= 4 && seconds >= 1);
    ++*(int *)data;
}

static void reports(void)
{
    int count = 0;
    parallel work = {
        .jobs = 4, .run = wait, .threads = 1, .progress = remember, .progress_data = &count};
    CU_ASSERT_EQUAL(parallel_run(&work, NULL), CREASE_OK);
    CU_ASSERT(count >= 1);
}

// No two alike among neighbours.
static void seeds(void)
{
    uint64_t seed[400];
    for (uint64_t i = 0; i < 400; i++)
        seed[i] = parallel_seed(i / 20, i % 20);
    for (size_t i = 0; i < 400; i++)
        for (size_t j = 0; j < i; j++)
            CU_ASSERT(seed[i] != seed[j]);
    CU_ASSERT_EQUAL(parallel_seed(3, 4), seed[64]);
}

UNIT_MAIN("parallel", {"once_each", once_each}, {"first_error", first_error},
          {"interrupted", interrupted}, {"reports", reports}, {"seeds", seeds})
