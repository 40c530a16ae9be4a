// Tests of base/slurp.
#include "base/slurp.h"
#include "unit.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char path[] = "/tmp/crease-slurp-XXXXXX";

// A file of size bytes, byte i being i * 7 mod 256.
static void make_file(size_t size)
{
    strcpy(path + strlen(path) - 6, "XXXXXX");
    FILE *file = fdopen(mkstemp(path), "wb");
    for (size_t i = 0; i < size; i++)
        putc((int)(i * 7 % 256), file);
    fclose(file);
}

static void check_content(const char *name, size_t expected)
{
    char *text;
    size_t size;
    CU_ASSERT_EQUAL_FATAL(slurp_file(&text, &size, name, NULL), CREASE_OK);
    CU_ASSERT_EQUAL(size, expected);
    size_t wrong = 0;
    for (size_t i = 0; i < size; i++)
        wrong += (unsigned char)text[i] != i * 7 % 256;
    CU_ASSERT_EQUAL(wrong, 0);
    free(text);
}

static void whole(void)
{
    static const size_t sizes[] = {0, 1, 65535, 65536, 65537, 1000003};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        make_file(sizes[i]);
        check_content(path, sizes[i]);
        unlink(path);
    }
}

static void standard_input(void)
{
    make_file(100001);
    CU_ASSERT_PTR_NOT_NULL_FATAL(freopen(path, "rb", stdin));
    check_content("-", 100001);
    unlink(path);
    CU_ASSERT_STRING_EQUAL(slurp_name("-"), "<stdin>");
    CU_ASSERT_STRING_EQUAL(slurp_name("./-"), "./-");
}

static void check_failure(const char *name, const char *file, const char *message)
{
    char *text;
    size_t size;
    crease_error error;
    CU_ASSERT_EQUAL(slurp_file(&text, &size, name, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.file, file);
    CU_ASSERT_STRING_EQUAL(error.message, message);
    CU_ASSERT_EQUAL(error.line, 0);
    CU_ASSERT_EQUAL(slurp_file(&text, &size, name, NULL), CREASE_ERROR);
}

static void failures(void)
{
    check_failure("/no/such/file", "/no/such/file", "cannot open: No such file or directory");
    check_failure("", "", "cannot open: No such file or directory");
    check_failure("/", "/", "is a directory, expected a file");
    if (access("/proc/self/mem", R_OK) == 0) // opens, but there is nothing at address 0
        check_failure("/proc/self/mem", "/proc/self/mem", "cannot read: Input/output error");
    make_file(10);
    chmod(path, 0);
    if (access(path, R_OK) != 0) // the superuser may read everything
        check_failure(path, path, "cannot open: Permission denied");
    unlink(path);
}

UNIT_MAIN("slurp", {"whole files", whole}, {"standard input", standard_input},
          {"failures", failures})
