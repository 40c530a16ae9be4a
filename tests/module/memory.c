// Allocation: zeroed, grown by doubling, and never a null pointer.
#include "base/memory.h"
#include "unit.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void grown(void)
{
    uint64_t *numbers = NULL;
    size_t capacity = 0, moves = 0;
    for (size_t i = 0; i < 5000; i++) {
        size_t before = capacity;
        MEMORY_RESERVE(numbers, capacity, i + 1);
        CU_ASSERT_FATAL(capacity >= i + 1);
        if (capacity != before) {
            CU_ASSERT(before == 0 || capacity == 2 * before);
            moves++;
        }
        numbers[i] = 3 * i;
    }
    CU_ASSERT(moves <= 13);
    size_t kept = 0;
    for (size_t i = 0; i < 5000; i++)
        kept += numbers[i] == 3 * i;
    CU_ASSERT_EQUAL(kept, 5000);

    uint64_t *same = numbers;
    size_t old = capacity;
    MEMORY_RESERVE(numbers, capacity, capacity);
    CU_ASSERT_PTR_EQUAL(numbers, same);
    CU_ASSERT_EQUAL(capacity, old);
    MEMORY_RESERVE(numbers, capacity, 5 * capacity);
    CU_ASSERT_EQUAL(capacity, 8 * old);
    CU_ASSERT_EQUAL(numbers[4999], 3 * 4999);
    free(numbers);
}

static void resize_beyond_everything(void)
{
    free(memory_resize(NULL, SIZE_MAX / 2 + 1, 2)); // would wrap round to 0
}

static void grow_beyond_everything(void)
{
    size_t capacity = 16;
    free(memory_grow(NULL, &capacity, SIZE_MAX, 1)); // doubling would never get there
}

static bool ends_by_abort(void (*run)(void))
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        run();
        _exit(0);
    }
    int status = 0;
    return waitpid(child, &status, 0) == child && WIFSIGNALED(status) &&
           WTERMSIG(status) == SIGABRT;
}

static void text_of_a_stream(void)
{
    char *text;
    size_t size;
    FILE *stream = memory_stream(&text, &size);
    fprintf(stream, "first");
    fflush(stream);
    CU_ASSERT_STRING_EQUAL(text, "first");
    rewind(stream);
    for (int i = 0; i < 100000; i++)
        fprintf(stream, "%d,", i % 10);
    CU_ASSERT_EQUAL(ftello(stream), 200000);
    fclose(stream);
    CU_ASSERT_EQUAL_FATAL(size, 200000);
    size_t right = text[size] == '\0';
    for (size_t i = 0; i < 100000; i++)
        right += text[2 * i] == '0' + (char)(i % 10) && text[2 * i + 1] == ',';
    CU_ASSERT_EQUAL(right, 100001);
    free(text);
    fclose(memory_stream(&text, &size));
    CU_ASSERT_STRING_EQUAL(text, "");
    free(text);
}

// Ends, and loses nothing.
static void write_beyond_everything(void)
{
    char *text, block[1 << 14] = "";
    size_t size;
    FILE *stream = memory_stream(&text, &size);
    setrlimit(RLIMIT_AS, &(struct rlimit){1 << 28, 1 << 28});
    for (size_t written = 0; written < (size_t)1 << 28; written += sizeof block)
        fwrite(block, sizeof block, 1, stream);
}

static void aborts(void)
{
    CU_ASSERT(TEST_SANITIZED || ends_by_abort(write_beyond_everything));
    CU_ASSERT(ends_by_abort(resize_beyond_everything));
    CU_ASSERT(ends_by_abort(grow_beyond_everything));
}

UNIT_MAIN("memory", {"grown", grown}, {"text of a stream", text_of_a_stream}, {"aborts", aborts})
