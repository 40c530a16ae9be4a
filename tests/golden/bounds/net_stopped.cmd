# What was met so far proves nothing, unless it is too much already.
try bounds --net nets/max.json --max-regions=2
