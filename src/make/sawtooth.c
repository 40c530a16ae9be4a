// The wave of p edges that Montufar et al. 2014 and Arora et al. 2018 share.
#include "make/sawtooth.h"

void stack_sawtooth(stack *made, slong p, slong spare)
{
    wave w;
    wave_init(&w, p, 1);
    for (slong i = 0; i < p; i++) {
        wave_row(&w, i, p, -i, 1);
        wave_weight(&w, i, i == 0 ? 1 : i % 2 ? -2 : 2);
    }
    stack_wave(made, &w, spare);
    wave_clear(&w);
}
