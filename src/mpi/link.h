// Messages between processes, by MPI.
#ifndef MPI_LINK_H
#define MPI_LINK_H

#include "walk/link.h"

typedef struct mpi_link mpi_link;

// MPI_Init_thread has been called. All processes of the world take part.
// threads: MPI bears calls from several threads, one at a time.
mpi_link *mpi_link_new(int threads);
// Whether all that was sent has been; 0: some process does not take it.
int mpi_link_flush(mpi_link *link, double seconds);
void mpi_link_free(mpi_link *link);
const walk_link *mpi_link_walk(const mpi_link *link);

#endif
