# The regions after each neuron: in text, JSON, and a cell of CSV.
try count nets/max.json --per-neuron
try count nets/mixed.json --per-neuron --json=line
try count nets/max.json nets/mixed.json --per-neuron --csv
# The same with linear regions, whose walk listens, and without a hidden layer nothing.
try count nets/mixed.json --per-neuron --linear
echo '{"inputs": 2, "layers": [{"weights": [[1, 2]], "bias": [0], "activation": "linear"}]}' >affine.json
try count affine.json --per-neuron
# What is known when the walk ends early.
try count nets/mixed.json --per-neuron --max-regions=3
