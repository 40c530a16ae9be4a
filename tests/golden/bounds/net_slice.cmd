# On a line the bounds are those of one input.
echo '{"points": [[0, 0], [1, 1]]}' >line.json
try bounds --net nets/max.json --slice=line.json
