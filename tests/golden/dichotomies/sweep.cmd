# Two lines through 0 turned into each other; a hard-tanh network along its polygon; a deeper layer;
# and the same bytes for any number of threads.
cat > x.json <<'END'
{"inputs": 2, "layers": [{"weights": [[1, 0]], "bias": [0], "activation": "linear"}]}
END
cat > y.json <<'END'
{"inputs": 2, "layers": [{"weights": [[0, 1]], "bias": [0], "activation": "linear"}]}
END
echo '{"points": [[1, 2], [2, 1], [-2, -4], [1, 0]]}' > points.json
try dichotomies x.json --with=y.json --points=points.json
try dichotomies x.json --with=y.json --points=points.json --rationals -o -
try dichotomies x.json --with=y.json --points=points.json --vertices=8 --arith=exact --json
"$CREASE" random 2-8-8-1 --init=gaussian:8 --activation=hardtanh --seed=1 -o a.json
"$CREASE" random 2-8-8-1 --init=gaussian:8 --activation=hardtanh --seed=2 -o b.json
try dichotomies a.json --with=b.json --points=points.json --threads=1 -o one.csv
try dichotomies a.json --with=b.json --points=points.json --layer=1 --vertices=32 --json
head -n 4 one.csv | cut -d, -f1,2
for threads in 2 3 4; do
    "$CREASE" dichotomies a.json --with=b.json --points=points.json --threads=$threads -o - | cmp - one.csv
done
"$CREASE" dichotomies a.json --with=b.json --points=points.json --arith=exact -o - | cut -d, -f2 > exact
cut -d, -f2 one.csv | cmp - exact
