// Cairo's functions, loaded when they are needed.
#include "draw/cairo.h"

#include "base/error.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#define LIBRARY "libcairo.so.2"

cairo_table cairo_calls;
static const char *lacking; // the function that was not found, or the library

static void load(void)
{
#define NAME_AND_PLACE(name) {"cairo_" #name, offsetof(cairo_table, name)},
    static const struct {
        const char *name;
        size_t place;
    } all[] = {CAIRO_CALLS(NAME_AND_PLACE)};
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        lacking = LIBRARY;
    for (size_t i = 0; i < sizeof all / sizeof *all && !lacking; i++) {
        void **call = (void **)((char *)&cairo_calls + all[i].place);
        if (!(*call = dlsym(library, all[i].name)))
            lacking = all[i].name;
    }
}

crease_status cairo_load(crease_error *error)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return lacking
               ? error_set(error, "PDF, PNG, outlines and large TikZ need Cairo; there is no %s",
                           lacking)
               : CREASE_OK;
}
