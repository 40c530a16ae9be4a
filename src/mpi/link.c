// Messages between processes, by MPI.
#include "mpi/link.h"

#include "base/memory.h"
#include "tool/stop.h"
#include <limits.h>
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

enum { TAG = 1 };

// A text is there until it has been sent.
typedef struct {
    MPI_Request request;
    char *text;
} sending;

struct mpi_link {
    walk_link walk;
    pthread_mutex_t lock; // of all calls to MPI, and of what follows
    pthread_cond_t moved;
    int woken; // whoever waits need not wait
    sending *sent;
    size_t count, capacity;
};

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
    pthread_mutex_lock(&link->lock);
    MEMORY_RESERVE(link->sent, link->capacity, link->count + 1);
    sending *fresh = link->sent + link->count++;
    fresh->text = text;
    if (size > INT_MAX)
        MPI_Abort(MPI_COMM_WORLD, 2);
    MPI_Isend(text, (int)size, MPI_CHAR, to, TAG, MPI_COMM_WORLD, &fresh->request);
    pthread_mutex_unlock(&link->lock);
}

// The lock is held, but not meanwhile.
static void wait_for(mpi_link *link, double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    const double end = (double)until.tv_nsec * 1e-9 + seconds;
    until.tv_sec += (time_t)end;
    until.tv_nsec = (long)(1e9 * (end - (double)(time_t)end));
    while (!link->woken && !pthread_cond_timedwait(&link->moved, &link->lock, &until))
        continue;
}

static char *take(void *data, int *from, size_t *size, double seconds)
{
    mpi_link *link = data;
    MPI_Status status;
    int there, length;
    char *text = NULL;
    pthread_mutex_lock(&link->lock);
    free_what_was_sent(link);
    MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &status);
    if (!there && seconds > 0) {
        wait_for(link, seconds);
        MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, &status);
    }
    link->woken = 0;
    if (there) {
        MPI_Get_count(&status, MPI_CHAR, &length);
        text = memory_take((size_t)length + 1);
        *from = status.MPI_SOURCE;
        *size = (size_t)length;
        MPI_Recv(text, length, MPI_CHAR, *from, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        text[length] = '\0';
    }
    pthread_mutex_unlock(&link->lock);
    return text;
}

static void wake_locked(mpi_link *link)
{
    link->woken = 1;
    pthread_cond_signal(&link->moved);
}

// Another thread that is at the lock will see for itself.
static void look(void *data)
{
    mpi_link *link = data;
    int there;
    if (pthread_mutex_trylock(&link->lock))
        return;
    MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
    if (there)
        wake_locked(link);
    pthread_mutex_unlock(&link->lock);
}

static void wake(void *data)
{
    mpi_link *link = data;
    pthread_mutex_lock(&link->lock);
    wake_locked(link);
    pthread_mutex_unlock(&link->lock);
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
    static const int usual = 8;
    const char *wanted = getenv("CREASE_MPI_FAN");
    const int most = wanted ? atoi(wanted) : usual;
    return most > 0 ? most : usual;
}

mpi_link *mpi_link_new(int threads)
{
    mpi_link *link = memory_new(1, sizeof *link);
    link->walk = (walk_link){.data = link,
                             .send = send,
                             .take = take,
                             .look = threads ? look : wake,
                             .wake = wake,
                             .agree = agree,
                             .why = stop_why,
                             .told = stop_told};
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&link->moved, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&link->lock, NULL);
    // Naps are shorter than what the system adds to each unless it is told not to.
    prctl(PR_SET_TIMERSLACK, 1UL);
    MPI_Comm_rank(MPI_COMM_WORLD, &link->walk.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &link->walk.ranks);
    link->walk.fan = fan();
    return link;
}

static void nap(double seconds)
{
    struct timespec time = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
    nanosleep(&time, NULL);
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
    pthread_cond_destroy(&link->moved);
    pthread_mutex_destroy(&link->lock);
    free(link->sent);
    free(link);
}

const walk_link *mpi_link_walk(const mpi_link *link)
{
    return &link->walk;
}
