// The versions of the library and of the libraries below it.
#include <crease/crease.h>
#include <flint/flint.h>
#include <gmp.h>
#include <mpfr.h>
#include <nettle/version.h>
#include <pthread.h>
#include <stdio.h>
#include <xxhash.h>
#include <zlib.h>

#ifdef CREASE_COMMIT
#define BUILT_FROM "commit " CREASE_COMMIT "; "
#else
#define BUILT_FROM ""
#endif

// The text is made once, at run time, since the libraries are shared.
static char version_text[256];

static void make_text(void)
{
    unsigned xxhash = XXH_versionNumber();
    snprintf(version_text, sizeof version_text,
             "crease %s (" BUILT_FROM "GMP %s, MPFR %s, FLINT %s, Nettle %d.%d, "
             "xxHash %u.%u.%u, zlib %s)",
             CREASE_VERSION, gmp_version, mpfr_get_version(), flint_version, nettle_version_major(),
             nettle_version_minor(), xxhash / 10000, xxhash / 100 % 100, xxhash % 100,
             zlibVersion());
}

const char *crease_version(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_text);
    return version_text;
}
