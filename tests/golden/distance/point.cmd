# Inside a region, on a crease, and where the nearest crease changes nothing.
try distance nets/cross.json --point=1/3,2
try distance nets/cross.json --point=0,2
cat >idle.json <<'END'
{"inputs": 2, "layers": [{"weights": [[1, 0], [0, 1], [1, 0]], "bias": [-1, 0, -3], "activation": "relu"},
                         {"weights": [[0, 0, 1]], "bias": [0], "activation": "linear"}]}
END
try distance idle.json --point=0,1/2
try distance idle.json --point=0,1/2 --no-function
try distance idle.json --point=0,1/2 --arith=exact --json
# A function without a boundary.
cat >affine.json <<'END'
{"inputs": 1, "layers": [{"weights": [[1], [-1]], "bias": [0, 0], "activation": "relu"},
                         {"weights": [[1, -1]], "bias": [0], "activation": "linear"}]}
END
try distance affine.json --point=2
