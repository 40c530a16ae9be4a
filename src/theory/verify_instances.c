// The networks that crease theorems counts, of every construction of the catalogue.
#include "theory/verify.h"

#define ROW(name, size, linear, ...)              \
    {                                             \
        name, size, linear, (const char *const[]) \
        {                                         \
            __VA_ARGS__, NULL                     \
        }                                         \
    }
#define QUICK(name, ...) ROW(name, VERIFY_QUICK, 1, __VA_ARGS__)
#define LARGE(name, linear, ...) ROW(name, VERIFY_LARGE, linear, __VA_ARGS__)

// In the order of the table that the command prints.
const verify_instance verify_instances[] = {
    QUICK("arrangement:boolean", "n=4"),
    QUICK("arrangement:grid", "n=3 d=2"),
    QUICK("arrangement:braid", "n=5"),
    QUICK("arrangement:coxeter-b", "n=3"),
    QUICK("arrangement:coxeter-d", "n=4"),
    QUICK("arrangement:shi", "n=4"),
    QUICK("arrangement:catalan", "n=4"),
    QUICK("arrangement:linial", "n=4"),
    QUICK("arrangement:resonance", "n=4"),
    QUICK("arrangement:threshold", "n=3"),
    QUICK("arrangement:generic", "n=10 d=4", "n=12 d=5", "n=4 d=1"),
    QUICK("arrangement:cube", "n=4 d=1"),
    QUICK("arrangement:generic", "n=3 d=2"),
    QUICK("arrangement:cube", "n=3 d=2"),
    QUICK("arrangement:generic", "n=4 d=2"),
    QUICK("arrangement:cube", "n=4 d=2"),
    QUICK("arrangement:generic", "n=6 d=2"),
    QUICK("arrangement:cube", "n=6 d=2"),
    QUICK("arrangement:generic", "n=4 d=3"),
    QUICK("arrangement:cube", "n=4 d=3"),
    QUICK("arrangement:generic", "n=5 d=3"),
    QUICK("arrangement:cube", "n=5 d=3"),
    QUICK("pascanu:folds", "d=1 layers=2", "d=1 layers=5", "d=2 layers=2", "d=2 layers=3",
          "d=2 layers=4", "d=3 layers=1", "d=3 layers=2", "d=2 layers=3 form=literal"),
    QUICK("serra:space", "d=2 widths=6,4 form=literal"),
    QUICK("serra:line", "widths=3", "widths=3,3", "widths=4,3,5", "widths=3,3,3,3"),
    QUICK("serra:space", "d=1 widths=3,2", "d=1 widths=3,1", "d=3 widths=9,4"),
    QUICK("montufar:folds", "d=1 widths=2,2", "d=1 widths=3,3", "d=1 widths=3,4,5",
          "d=2 widths=2,3", "d=2 widths=4,3", "d=2 widths=4,4", "d=2 widths=6,4",
          "d=2 widths=4,4,4", "d=2 widths=5,4", "d=3 widths=6,4"),
    QUICK("serra:space", "d=1 widths=3,3", "d=1 widths=4,3,5", "d=1 widths=3,3,3,3",
          "d=1 widths=5,4", "d=2 widths=6,3", "d=2 widths=6,4", "d=2 widths=6,6,4",
          "d=2 widths=8,5", "d=2 widths=7,3"),
    QUICK("telgarsky:sawtooth", "layers=1", "layers=2", "layers=3", "layers=6"),
    QUICK("telgarsky:blocks", "layers=1", "layers=2", "layers=3", "layers=6"),
    QUICK("arora:line", "widths=3", "widths=3,3", "widths=2,2,2", "widths=3,3,3", "widths=5,5"),
    QUICK("arora:zonotope", "d=2 m=2 widths=2", "d=2 m=3 widths=2", "d=2 m=3 widths=3",
          "d=2 m=3 widths=2,2", "d=2 m=4 widths=3,3", "d=3 m=3 widths=2"),
    QUICK("serra:zonotope", "d=1 m=1 widths=3", "d=1 m=1 widths=3,3", "d=2 m=2 widths=3",
          "d=2 m=3 widths=3", "d=2 m=3 widths=3,3"),
    QUICK("maxout:arrangement", "n=2 d=1 k=3", "n=2 d=2 k=3", "n=3 d=2 k=3", "n=4 d=2 k=3",
          "n=3 d=2 k=4", "n=3 d=3 k=3"),
    QUICK("hardtanh:arrangement", "n=3 d=1", "n=2 d=2", "n=3 d=2", "n=4 d=2", "n=3 d=3"),
    QUICK("maxout:grid", "d=1 k=4", "d=2 k=3", "d=2 k=4"),
    QUICK("maxout:zigzag", "d=1 k=3 widths=2,2", "d=1 k=3 widths=2,2,2", "d=1 k=3 widths=4,3",
          "d=2 k=2 widths=4,2", "d=2 k=3 widths=4,2", "d=2 k=3 widths=4,3", "d=2 k=2 widths=4,4,2"),
    QUICK("maxout:fold4", "layers=1", "layers=2", "layers=3"),
    QUICK("maxout:fold2", "d=1 layers=4", "d=2 layers=2", "d=2 layers=3", "d=3 layers=2"),
    QUICK("counterexample:maxout-line", "k=2 layers=4", "k=3 layers=2", "k=4 layers=2",
          "k=3 layers=3"),
    QUICK("counterexample:mirrors", "widths=3,1", "widths=3,3,2"),
    QUICK("counterexample:two-units", "n=1", "n=3"),
    QUICK("counterexample:three-units", "n=1", "n=5"),
    LARGE("arrangement:generic", 0, "n=16 d=6"),
    LARGE("arrangement:resonance", 0, "n=5", "n=6"),
    LARGE("arrangement:threshold", 0, "n=4", "n=5"),
    LARGE("arrangement:coxeter-b", 0, "n=5"),
    LARGE("arrangement:braid", 0, "n=7"),
    LARGE("pascanu:folds", 0, "d=2 layers=6", "d=3 layers=3"),
    LARGE("maxout:fold4", 0, "layers=7"),
    LARGE("maxout:zigzag", 0, "d=2 k=3 widths=4,4,3"),
    LARGE("telgarsky:sawtooth", 0, "layers=20"),
    LARGE("serra:space", 1, "d=2 widths=6,6,6,6"),
    LARGE("serra:space", 0, "d=2 widths=6,6,6,6,6"),
};
const size_t verify_instance_count = sizeof verify_instances / sizeof *verify_instances;
