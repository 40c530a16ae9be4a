# A region that is not met can join two that are: the linear regions of a part may be more.
cat >net.json <<'END'
{"inputs": 2, "layers": [
 {"weights": [[-0.71, 0], [0.71, 0], [-1.41, 0.71]], "bias": [0.13, 1.24, 1.36], "activation": "relu"},
 {"weights": [[0.58, 0.58, 1.15], [-1.15, 0, 1.15], [-1.15, -0.58, 0]], "bias": [-2.57, 0.01, -0.25], "activation": "relu"},
 {"weights": [[0.58, -1.15, 0], [-0.58, 0, 0]], "bias": [0.24, -1.28], "activation": "relu"}
]}
END
"$CREASE" count net.json --max-regions=16 --linear --json=line | grep -o "\"\(complete\|[al][a-z]*_[rm][a-z]*\)\":[^,]*"
"$CREASE" count net.json --linear --json=line | grep -o "\"\(complete\|[al][a-z]*_[rm][a-z]*\)\":[^,]*"
