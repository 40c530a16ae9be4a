# Polylines, arcs and circles. Without biases a circle's patterns are those of any polygon round
# the origin.
echo '{"points": [[0, 0], [3, 4], [3, "-1/2"]]}' >bent.json
echo '{"inputs": 2, "layers": [{"weights": [[1, 0], [0, 1], [-1, 1]], "bias": [0, 0, 0], "activation": "relu"}]}' >cone.json
echo '{"inputs": 2, "layers": [{"weights": [[1, 0], [0, 1]], "bias": [0, 1], "activation": "relu"}]}' >biased.json
try trajectory cone.json --points=bent.json
try trajectory cone.json --from=1,0 --to=0,1 --arc=3
try trajectory cone.json --from=1,0 --to=0,1 --circle=3 --width=1e-6
"$CREASE" trajectory cone.json --from=3,1 --to=-1,7 --circle=1000 --csv | cut -d, -f2-4 | tr -d '\r'
"$CREASE" trajectory biased.json --from=1,0 --to=0,1 --circle=5 --json | jq '[.path, .vertices, .closed, .patterns_of_ellipse]' -c
"$CREASE" trajectory cone.json --points=- --csv <bent.json | tr -d '\r'
