// The list of figures, files that are written or not, errors, and cells of tables.
#include "figures.h"

#include <dirent.h>

static void list(void)
{
    CU_ASSERT_EQUAL(figure_count(), 32);
    for (size_t i = 0; i < figure_count(); i++) {
        const figure *f = figure_at(i);
        CU_ASSERT(*f->name && *f->title && *f->source && *f->exact && *f->sampled && *f->sizes);
        CU_ASSERT_PTR_EQUAL(figure_find(f->name), f); // no name twice
    }
    CU_ASSERT_PTR_NULL(figure_find("raghu"));
}

// Makes the figure in a new directory below a new one; removes all and returns how many files
// there were, after each of which `wrote` was called.
static size_t files(crease_status *status, const char *name, crease_reproduce how,
                    const crease_options *options, crease_error *error)
{
    char root[] = "/tmp/crease-fig-XXXXXX", folder[64], path[400];
    CU_ASSERT_FATAL(mkdtemp(root) != NULL);
    snprintf(folder, sizeof folder, "%s/new", root);
    how.quick = 1;
    how.directory = folder;
    *status = figure_make(name, &how, options, error);
    size_t count = 0;
    DIR *directory = opendir(folder);
    CU_ASSERT_FATAL(directory != NULL);
    for (struct dirent *entry; (entry = readdir(directory));)
        if (entry->d_name[0] != '.' || strlen(entry->d_name) > 2) {
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            unlink(path);
            count++;
        }
    closedir(directory);
    CU_ASSERT(!rmdir(folder) && !rmdir(root));
    return count;
}

static void tally(void *data, const char *path)
{
    CU_ASSERT(access(path, R_OK) == 0);
    ++*(size_t *)data;
}

static void writes(void)
{
    crease_status status;
    crease_error error;
    size_t heard = 0;
    crease_reproduce how = {.wrote = tally, .wrote_data = &heard};
    CU_ASSERT_EQUAL(files(&status, "raghu-3", how, NULL, &error), 5); // table, chart, three layers
    CU_ASSERT_EQUAL(status, CREASE_OK);
    CU_ASSERT_EQUAL(heard, 5);
}

static void stops(void)
{
    crease_status status;
    crease_error error;
    const volatile sig_atomic_t flag = 1;
    const crease_options options = {.interrupt = &flag};
    CU_ASSERT_EQUAL(files(&status, "raghu-3", (crease_reproduce){0}, &options, &error), 0);
    CU_ASSERT_EQUAL(status, CREASE_STOPPED);
}

static void refuses(void)
{
    crease_error error;
    crease_reproduce how = {.quick = 1, .directory = "/nowhere/below"};
    CU_ASSERT_EQUAL(figure_make("pascanu", &how, NULL, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.file, "/nowhere/below");
    how.directory = "/dev/null";
    CU_ASSERT_EQUAL(figure_make("pascanu", &how, NULL, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.message, "expected a directory");
    CU_ASSERT_EQUAL(figure_make("nothing", &how, NULL, &error), CREASE_ERROR);
    CU_ASSERT_STRING_EQUAL(error.message, "expected the name of a figure, found \"nothing\"");
}

static void texts(void)
{
    cells c;
    sample s;
    sample_init(&s);
    CU_ASSERT_STRING_EQUAL(cells_mean(&c, &s), ",,");
    sample_add_count(&s, 3);
    CU_ASSERT_STRING_EQUAL(cells_mean(&c, &s), "3,,");
    sample_add_count(&s, 3);
    CU_ASSERT_STRING_EQUAL(cells_mean(&c, &s), "3,3,3");
    sample_add_count(&s, 6); // 4 -+ 4.302652729749464
    CU_ASSERT_STRING_EQUAL(cells_mean(&c, &s), "4,-0.30265273,8.30265273");
    sample_clear(&s);
}

UNIT_MAIN("figure", {"list", list}, {"writes", writes}, {"stops", stops}, {"refuses", refuses},
          {"texts", texts})
