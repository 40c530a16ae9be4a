// Where a walk begins that is taken up again or shared, as progress has it.
#include "walk/begun.h"

#include "base/limits.h"

double walk_share_left(walker *w, const walk_path *const *subtree, size_t subtrees)
{
    double left = 0;
    if (!(w->whole_size > 0) || !w->hidden)
        return 0;
    for (size_t i = 0; i < subtrees && !run_limits_passed(w->ticker.limits); i++) {
        walk_path_end end;
        walk_position_restart(&w->pos);
        if (!subtree[i]->count)
            left += w->whole_size;
        else if (walk_path_descend(&end, &w->pos, subtree[i], NULL))
            left += cell_size(end.at.cell, &w->pos.space);
    }
    walk_position_restart(&w->pos);
    return left / w->whole_size;
}

void walk_tell_begun(walker *walkers, size_t count, size_t parts, const walk_path *const *subtree,
                     size_t subtrees)
{
    run_limits *limits = walkers->ticker.limits;
    if (!limits->options->progress)
        return;
    const double left = walk_share_left(walkers, subtree, subtrees);
    if (parts > 1)
        for (size_t i = 0; i < count; i++)
            walkers[i].whole_size *= left;
    else if (left > 0)
        run_limits_add(limits, &(crease_progress){.share = 1 - left, .share_before = 1 - left});
}
