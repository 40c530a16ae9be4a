// Reading files: the whole of them, and errors that name them.
#include "base/read_file.h"
#include "base/error.h"
#include "unit.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char path[] = "/tmp/crease-read-XXXXXX";

// A file of size bytes, byte i being i * 7 mod 256.
static void make_file(size_t size)
{
    strcpy(path + strlen(path) - 6, "XXXXXX");
    FILE *file = fdopen(mkstemp(path), "wb");
    for (size_t i = 0; i < size; i++)
        putc((int)(i * 7 % 256), file);
    fclose(file);
}

// A parser that wants *target bytes.
static crease_status check_bytes(void *target, document_text document, crease_error *error)
{
    CU_ASSERT(error->message[0] == '\0' && error->file[0] == '\0' && error->line == 0);
    size_t wrong = 0;
    for (size_t i = 0; i < document.size; i++)
        wrong += (unsigned char)document.text[i] != i * 7 % 256;
    CU_ASSERT_EQUAL(wrong, 0);
    if (document.size == *(size_t *)target)
        return CREASE_OK;
    error_set(error, "found %zu bytes", document.size);
    document_locate(error, document, document.size);
    return CREASE_ERROR;
}

static void check_failure(const char *name, const char *expected)
{
    crease_error error;
    char line[1000];
    size_t size = 77;
    CU_ASSERT_EQUAL(read_file(&size, name, check_bytes, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(crease_error_text(line, sizeof line, &error), expected);
    CU_ASSERT_EQUAL(read_file(&size, name, check_bytes, NULL), CREASE_ERROR);
}

static void failures(void)
{
    check_failure("/no/such/file", "/no/such/file: cannot open: No such file or directory");
    check_failure("", "cannot open: No such file or directory");
    check_failure("/", "/: is a directory, not a file");
    if (access("/proc/self/mem", R_OK) == 0) // opens, but there is nothing at address 0
        check_failure("/proc/self/mem", "/proc/self/mem: cannot read: Input/output error");
    make_file(10);
    chmod(path, 0);
    if (access(path, R_OK) != 0) { // the superuser may read everything
        char expected[100];
        snprintf(expected, sizeof expected, "%s: cannot open: Permission denied", path);
        check_failure(path, expected);
    }
    unlink(path);
}

// Messages of the parser get the name of the file.
static void refused(void)
{
    check_failure("-", "<stdin>:1:1: found 0 bytes"); // nothing is left
    make_file(10);
    char expected[100];
    snprintf(expected, sizeof expected, "%s:1:11: found 10 bytes", path);
    check_failure(path, expected);
    unlink(path);
    crease_error error;
    char line[1000];
    size_t size = 4;
    document_text text = {"\0\7\x0e", 3};
    CU_ASSERT_EQUAL(read_text(&size, text, "name", check_bytes, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(crease_error_text(line, sizeof line, &error), "name:1:4: found 3 bytes");
    CU_ASSERT_EQUAL(read_text(&size, text, "name", check_bytes, NULL), CREASE_ERROR);
    size = 3;
    CU_ASSERT_EQUAL(read_text(&size, text, "name", check_bytes, NULL), CREASE_OK);
}

UNIT_MAIN("read_file", {"failures", failures}, {"refused", refused})
