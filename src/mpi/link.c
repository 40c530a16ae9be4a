// Messages between processes, by MPI.
#include "mpi/link.h"

#include "base/memory.h"
#include "tool/stop.h"
#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TAG = 1 };

// A text is there until it has been sent.
typedef struct {
    MPI_Request request;
    char *text;
} sending;

struct mpi_link {
    walk_link walk;
    sending *sent;
    size_t count, capacity;
};

static void nap(double seconds)
{
    struct timespec time = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
    nanosleep(&time, NULL);
}

static void free_what_was_sent(mpi_link *link)
{
    size_t left = 0;
    for (size_t i = 0; i < link->count; i++) {
        int done;
        MPI_Test(&link->sent[i].request, &done, MPI_STATUS_IGNORE);
        if (done)
            free(link->sent[i].text);
        else
            link->sent[left++] = link->sent[i];
    }
    link->count = left;
}

// One that is too long for MPI comes from a record beyond two gigabytes.
static void send(void *data, int to, char *text, size_t size)
{
    mpi_link *link = data;
    MEMORY_RESERVE(link->sent, link->capacity, link->count + 1);
    sending *fresh = link->sent + link->count++;
    fresh->text = text;
    if (size > INT_MAX)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Isend(text, (int)size, MPI_CHAR, to, TAG, MPI_COMM_WORLD, &fresh->request);
}

static char *take(void *data, int *from, size_t *size, double seconds)
{
    MPI_Status status;
    int there, length;
    free_what_was_sent(data);
    MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &status);
    if (!there && seconds > 0) {
        nap(seconds);
        MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &status);
    }
    if (!there)
        return NULL;
    MPI_Get_count(&status, MPI_CHAR, &length);
    char *text = memory_take((size_t)length + 1);
    *from = status.MPI_SOURCE;
    *size = (size_t)length;
    MPI_Recv(text, length, MPI_CHAR, *from, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    text[length] = '\0';
    return text;
}

static int agree(void *data, int say)
{
    int most;
    (void)data;
    MPI_Allreduce(&say, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return most;
}

// More keep the one above busy with messages, less make more of these: docs/cluster.md.
static int fan(void)
{
    static const int usual = 32;
    const char *wanted = getenv("CREASE_MPI_FAN");
    const int most = wanted ? atoi(wanted) : usual;
    return most > 0 ? most : usual;
}

mpi_link *mpi_link_new(void)
{
    mpi_link *link = memory_new(1, sizeof *link);
    link->walk = (walk_link){.data = link,
                             .send = send,
                             .take = take,
                             .agree = agree,
                             .why = stop_why,
                             .told = stop_told};
    MPI_Comm_rank(MPI_COMM_WORLD, &link->walk.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &link->walk.ranks);
    link->walk.fan = fan();
    return link;
}

int mpi_link_flush(mpi_link *link, double seconds)
{
    static const double step = 1e-3;
    for (free_what_was_sent(link); link->count && seconds > 0; seconds -= step) {
        nap(step);
        free_what_was_sent(link);
    }
    return !link->count;
}

void mpi_link_free(mpi_link *link)
{
    free(link->sent);
    free(link);
}

const walk_link *mpi_link_walk(const mpi_link *link)
{
    return &link->walk;
}
