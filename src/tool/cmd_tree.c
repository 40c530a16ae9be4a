// crease tree: the splits of the walk, and the regions that they lead to.
#include "tool/commands.h"
#include "tool/job.h"

// Of a graph, if the user sets no limit: what Graphviz can still lay out in minutes.
enum { MOST_DRAWN = 10000 };

// The status is the walk's, or CREASE_ERROR.
static crease_status write_tree(job *work, const cli_settings *settings, crease_error *error)
{
    crease_tree *tree;
    crease_status status = crease_tree_new(&tree, work->net, work->domain, &work->options, error);
    if (status == CREASE_ERROR)
        return status;
    work->counts.activation_regions = crease_tree_counts(tree)->activation_regions;
    if (crease_write_tree(settings->output ? settings->output : "-",
                          (crease_tree_format)settings->tree_format->value, tree, error))
        status = CREASE_ERROR;
    crease_tree_free(tree);
    return status;
}

crease_status cmd_tree(const cli_settings *settings)
{
    job work;
    if (job_open(&work, settings, 0))
        return CREASE_ERROR;
    if (settings->tree_format->value == CREASE_TREE_DOT && !settings->max_regions)
        work.options.max_regions = MOST_DRAWN;
    crease_error error;
    crease_status status = write_tree(&work, settings, &error);
    job_end(&work, status, &error);
    job_close(&work);
    return status;
}
