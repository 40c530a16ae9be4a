try count nets/max.json -q
try count nets/max.json nets/cross.json --quiet --expect=5
try count nets/max.json none.json -q
try count nets/max.json -q --max-regions=2
try count nets/max.json -q --json
try bounds --net nets/max.json -q
