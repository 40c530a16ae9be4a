// The text with the versions of this library and of its libraries.
#include "unit.h"

#include <crease/crease.h>
#include <gmp.h>
#include <mpfr.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

static bool names(const char *library)
{
    return strstr(crease_version(), library) != NULL;
}

// "NAME VERSION" between the parentheses, ended by a comma or by the last of them.
static bool names_version(const char *name, const char *version)
{
    char text[100];
    int size = snprintf(text, sizeof text, "%s %s", name, version);
    const char *found = strstr(crease_version(), text);
    return found && (found[-1] == '(' || found[-1] == ' ') && strchr(",)", found[size]) != NULL;
}

static void begins_with_own(void)
{
    static const char own[] = "crease " CREASE_VERSION " (";
    CU_ASSERT(strncmp(crease_version(), own, strlen(own)) == 0);
}

static void all_libraries(void)
{
    static const char *const libraries[] = {"GMP ",    "MPFR ",   "FLINT ",
                                            "Nettle ", "xxHash ", "zlib "};
    size_t count = sizeof libraries / sizeof *libraries, commas = 0;
    for (size_t i = 0; i < count; i++)
        CU_ASSERT(names(libraries[i]));
    for (const char *c = crease_version(); *c; c++)
        commas += *c == ',';
    CU_ASSERT_EQUAL(commas + 1, count);
}

static void those_that_are_linked(void)
{
    CU_ASSERT(names_version("GMP", gmp_version));
    CU_ASSERT(names_version("MPFR", mpfr_get_version()));
    CU_ASSERT(names_version("FLINT", flint_version));
    CU_ASSERT(names_version("zlib", zlibVersion()));
}

// Each is "name 1.2.3", perhaps with a patch level, and the text was not cut off. A commit that was
// built is named first.
static void well_formed(void)
{
    const char *at = strchr(crease_version(), '(');
    CU_ASSERT_PTR_NOT_NULL_FATAL(at);
    if (!strncmp(at, "(commit ", 8))
        at = strchr(at, ';');
    CU_ASSERT_PTR_NOT_NULL_FATAL(at);
    char name[20], version[20], end = ' ';
    for (int size; end != ')'; at += size) {
        size = 0;
        int found =
            sscanf(at, "%*[(;, ]%19[A-Za-z] %19[0-9A-Za-z.-]%c%n", name, version, &end, &size);
        CU_ASSERT_FATAL(found == 3 && size > 0);
        CU_ASSERT(strchr(version, '.') != NULL);
        CU_ASSERT(end == ',' || end == ')');
    }
    CU_ASSERT_EQUAL(*at, '\0');
}

static void *ask(void *answer)
{
    *(const char **)answer = crease_version();
    return NULL;
}

// The text is made once.
static void same_text(void)
{
    enum { THREADS = 4 };
    pthread_t thread[THREADS];
    const char *answer[THREADS];
    for (int i = 0; i < THREADS; i++)
        CU_ASSERT_FATAL(pthread_create(thread + i, NULL, ask, answer + i) == 0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        CU_ASSERT_PTR_EQUAL(answer[i], crease_version());
    }
}

UNIT_MAIN("version", {"same_text", same_text}, {"begins_with_own", begins_with_own},
          {"all_libraries", all_libraries}, {"those_that_are_linked", those_that_are_linked},
          {"well_formed", well_formed})
