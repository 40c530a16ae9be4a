// Rows of tests/cross/constructions.c with CREASE_LARGE=1: construction, arguments, domain, counts.
{"telgarsky:sawtooth", "layers=20", "0,1", 1048576, 0, 0},
    {"telgarsky:sawtooth", "layers=20", "", 1048578, 0, 0},
    {"serra:space", "d=2 widths=6,6,6,6", "", 90112, 90112, 88574},
    {"serra:space", "d=2 widths=6,6,6,6,6", "", 1441792, 0, 0},
