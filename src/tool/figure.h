// What a figure is made of, and the one list of them.
#ifndef TOOL_FIGURE_H
#define TOOL_FIGURE_H

#include "base/parallel.h"
#include "out/table.h"
#include "tool/figure_cells.h"
#include "tool/figures.h"
#include <crease/domain.h>
#include <crease/net.h>
#include <crease/out.h>

typedef struct experiment experiment;

typedef struct {
    crease_figure about;
    const char *columns; // of the table
    // Fills experiment->found.
    crease_status (*measure)(experiment *e, crease_error *error);
    // Pictures of regions, if any.
    crease_status (*draw)(experiment *e, crease_error *error);
    const table_chart *chart; // NULL: none
} figure;

// A figure while it is made.
struct experiment {
    const figure *what;
    crease_reproduce how; // no defaults left
    run_limits *limits;
    table found;
};

// Each is in a file of its own.
extern const figure figure_raghu_1a, figure_raghu_1b, figure_raghu_1c, figure_raghu_1d,
    figure_raghu_2, figure_raghu_3, figure_raghu_4, figure_raghu_5, figure_raghu_10, figure_hanin_3,
    figure_hanin_5, figure_hanin_5_initial, figure_hanin_6, figure_hanin_6_initial, figure_hanin_7,
    figure_hanin_8, figure_sparse_2, figure_sparse_3a, figure_sparse_3b, figure_sparse_4,
    figure_sparse_5, figure_pascanu;

// Runs jobs on all threads, with progress.
crease_status experiment_run(const experiment *e, size_t jobs,
                             crease_status (*run)(void *data, size_t index, crease_error *error),
                             void *data, crease_error *error);

// Options for what a job does: one thread.
crease_options experiment_walk(const experiment *e);

// A name in the directory: "NAMEsuffix"; the caller frees it.
char *experiment_path(const experiment *e, const char *suffix);

// A picture of the regions, NAME_what.png.
crease_status experiment_picture(const experiment *e, const char *what, const crease_net *net,
                                 const crease_domain *domain, crease_error *error);

#endif
