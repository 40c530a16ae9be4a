// Running gnuplot: its picture, its complaints, and its absence.
#include "out/gnuplot.h"
#include "unit.h"

#include <string.h>

static crease_status run(const char *text, char *picture, size_t size, crease_error *error)
{
    FILE *script = tmpfile(), *out = tmpfile();
    CU_ASSERT_FATAL(script && out);
    fputs(text, script);
    crease_status status = gnuplot_run(out, script, error);
    rewind(out);
    picture[fread(picture, 1, size - 1, out)] = '\0';
    fclose(script);
    fclose(out);
    return status;
}

static void draws(void)
{
    char picture[20000];
    crease_error error;
    CU_ASSERT_EQUAL(run("set terminal svg\nplot x\n", picture, sizeof picture, &error), CREASE_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(picture, "<svg"));
    CU_ASSERT_PTR_NOT_NULL(strstr(picture, "</svg>"));
}

static void complains(void)
{
    char picture[2000];
    crease_error error;
    CU_ASSERT_EQUAL(run("set terminal svg\nplot nosuch\n", picture, sizeof picture, &error),
                    CREASE_ERROR);
    CU_ASSERT(!strncmp(error.message, "gnuplot: ", 9));
    CU_ASSERT_PTR_NOT_NULL(strstr(error.message, "undefined variable"));
}

static void absent(void)
{
    char picture[2000];
    crease_error error;
    char *path = strdup(getenv("PATH"));
    setenv("PATH", "/nowhere", 1);
    CU_ASSERT_EQUAL(run("plot x\n", picture, sizeof picture, &error), CREASE_ERROR);
    setenv("PATH", path, 1);
    free(path);
    CU_ASSERT_STRING_EQUAL(error.message, "no picture without gnuplot, which is not installed "
                                          "(Debian: gnuplot-nox)");
}

UNIT_MAIN("gnuplot", {"draws", draws}, {"complains", complains}, {"absent", absent})
