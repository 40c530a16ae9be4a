// Pages that show the regions of networks in a browser and answer questions about them.
//
// One file of HTML: markup, style and scripts are the files of src/draw/page, the data is JSON.
#include "base/error.h"
#include "base/memory.h"
#include "base/out_file.h"
#include "draw/page_data.h"

#include <crease/out.h>
#include <stdlib.h>

struct crease_page {
    out_file file;
    size_t networks;
    size_t dimension; // of the domain of each
};

static const char *const colour_names[] = {
    [CREASE_BY_PATTERN] = "pattern", [CREASE_BY_MAP] = "map",     [CREASE_BY_SLOPE] = "slope",
    [CREASE_BY_OUTPUT] = "output",   [CREASE_BY_CLASS] = "class", [CREASE_BY_AREA] = "area"};

crease_status crease_page_open(crease_page **page, const char *path, crease_colours colours,
                               crease_error *error)
{
    crease_page *opened = memory_new(1, sizeof *opened);
    *page = NULL;
    if (out_file_open(&opened->file, path, error) != CREASE_OK) {
        free(opened);
        return CREASE_ERROR;
    }
    fputs(page_before_data, opened->file.stream);
    fprintf(opened->file.stream, "{\"colour\":\"%s\",\"networks\":[", colour_names[colours]);
    *page = opened;
    return CREASE_OK;
}

static crease_status page_check(crease_page *page, const crease_domain *domain, crease_error *error)
{
    size_t dimension = crease_domain_dimension(domain);
    if (dimension > 2)
        return error_set(error,
                         "expected a domain of dimension 1 or 2 to draw, found %zu: name two or "
                         "three points of a slice",
                         dimension);
    if (page->networks && dimension != page->dimension)
        return error_set(error,
                         "expected a domain of dimension %zu, as of the networks before it on the "
                         "page, found %zu",
                         page->dimension, dimension);
    page->dimension = dimension;
    return CREASE_OK;
}

// Nothing in a text may end the element that holds the data, or begin another.
static void put_json(FILE *stream, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (text[i] == '<')
            fputs("\\u003c", stream);
        else
            putc(text[i], stream);
}

crease_status crease_page_add(crease_page *page, const char *name, crease_counts *counts,
                              const crease_net *net, const crease_domain *domain,
                              const crease_options *options, crease_error *error)
{
    if (page_check(page, domain, error) != CREASE_OK)
        return CREASE_ERROR;
    page_data data;
    page_data_init(&data, net, domain);
    const crease_visitor visitor = page_data_visitor(&data);
    crease_status status = crease_walk(counts, net, domain, options, &visitor, error);
    if (status != CREASE_ERROR) {
        char *text;
        size_t size;
        FILE *stream = memory_stream(&text, &size);
        page_data_write(stream, &data, name, counts, options);
        fclose(stream);
        fputs(page->networks++ ? ",\n" : "\n", page->file.stream);
        put_json(page->file.stream, text, size);
        free(text);
        if (out_file_check(&page->file, error) != CREASE_OK)
            status = CREASE_ERROR;
    }
    page_data_clear(&data);
    return status;
}

crease_status crease_page_close(crease_page *page, crease_error *error)
{
    fputs("\n]}\n", page->file.stream);
    fputs(page_after_data, page->file.stream);
    crease_status status = out_file_commit(&page->file, error);
    free(page);
    return status;
}

void crease_page_drop(crease_page *page)
{
    if (!page)
        return;
    out_file_abort(&page->file);
    free(page);
}
