// Running gnuplot.
#ifndef OUT_GNUPLOT_H
#define OUT_GNUPLOT_H

#include <crease/status.h>
#include <stdio.h>

// Runs the script, a regular file read from its beginning; what gnuplot prints goes to picture.
// CREASE_ERROR if there is no gnuplot, or with the last line of its complaint. No settings of
// the user are read.
crease_status gnuplot_run(FILE *picture, FILE *script, crease_error *error);

#endif
