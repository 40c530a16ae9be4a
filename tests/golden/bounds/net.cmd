try bounds --net nets/max.json
try bounds --net nets/max.json --box=0,1
