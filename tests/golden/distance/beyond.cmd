# Where the search is given up there is a lower bound.
cat >idle.json <<'END'
{"inputs": 1, "layers": [{"weights": [[1], [1], [1], [1]], "bias": [-1, -2, -3, -4], "activation": "relu"},
                         {"weights": [[0, 0, 0, 1]], "bias": [0], "activation": "linear"}]}
END
try distance idle.json --point=0
try distance idle.json --point=0 --max-regions=2
try distance idle.json --random=4 --box=0,1 --max-regions=3
try distance idle.json --random=2 --box=0,1 --max-regions=3 --csv
"$CREASE" distance idle.json --random=1000000 --box=0,1 --time-limit=0.2 >text 2>talk
echo "=> $?"
grep complete text
sed -E 's/[0-9]+/N/g' talk
