// crease-mpi: crease, its work shared by the processes of an MPI job.
#include "mpi/link.h"
#include "tool/program.h"
#include "tool/report.h"

#include <mpi.h>
#include <signal.h>

// MPI waits for all processes when it ends, also for those that are no more.
static const double patience = 2;

int main(int argc, char **argv)
{
    int provided;
    program_begin();
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    mpi_link *link = mpi_link_new(provided >= MPI_THREAD_SERIALIZED);
    const walk_link *walk = mpi_link_walk(link);
    if (walk->rank)
        report_hold();
    // One process has nobody to share with.
    crease_status status = program_run(argc, argv, walk->ranks > 1 ? walk : NULL);
    int code = program_end(status);
    // The first process that ends with anything but 0 has the others ended, which need not say so:
    // the status is that of rank 0.
    signal(SIGTERM, SIG_IGN);
    if (mpi_link_flush(link, patience))
        MPI_Finalize();
    else
        MPI_Abort(MPI_COMM_WORLD, code);
    code = walk->rank ? 0 : code;
    mpi_link_free(link);
    return code;
}
