# The same picture as of the network that the line makes of it.
echo '{"points": [[0, 0, 1], [1, 0, 0]]}' >line.json
echo '{"inputs": 1, "layers": [{"weights": [[1], [0], [-1]], "bias": [0, 0, 1], "activation": "relu"}]}' >composed.json
try plot nets/corner.json --slice line.json --box=-1,2 --bare -o slice.svg
try plot composed.json --box=-1,2 --bare -o composed.svg
cmp slice.svg composed.svg && ls
