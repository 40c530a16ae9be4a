# A segment that folds: lengths 2 and, after abs, 1 + 1; then clipped. Text, JSON, CSV.
cat >folds.json <<'END'
{"inputs": 1, "layers": [
 {"weights": [[1]], "bias": [0], "activation": "abs"},
 {"weights": [[2]], "bias": [-1], "activation": "hardtanh"},
 {"weights": [[1], ["1/3"]], "bias": [0, 0], "activation": "linear"}]}
END
try trajectory folds.json --from=-2 --to=1
try trajectory folds.json --from=-2 --to=1 --arith=exact --width=1e-30 --json
"$CREASE" trajectory folds.json --from=-2 --to=1 --csv | tr -d '\r'
"$CREASE" trajectory - --from=-2 --to=1 --csv <folds.json | cmp - <("$CREASE" trajectory folds.json --from=-2 --to=1 --csv) && echo same
