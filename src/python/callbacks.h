// Functions in Python that C calls; in the dialect of cffi.
extern "Python" void crease_py_progress(void *data, const crease_progress *now);
extern "Python" crease_visit crease_py_distance(void *data, size_t index,
                                                const crease_distance *distance);
extern "Python" crease_visit crease_py_margin(void *data, size_t index,
                                              const crease_margin *margin);
extern "Python" crease_visit crease_py_batch_ready(void *data, batch *full);
