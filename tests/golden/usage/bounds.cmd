try bounds
try bounds 2-4
try bounds 2
try bounds 2-0-1
try bounds net.json
try bounds 2-4-4-1 3-4-1
try bounds 2-4-4-1 --net nets/fold.json
try bounds 2-10001-1
try bounds 2-4-1 --activation=rely
try bounds --net nets/fold.json --activation=relu
try bounds --net nets/none.json
try bounds --net nets/fold.json --box=1
try bounds 2-4-1 --box=0,1
try bounds 2-4-1 --slice=line.json
try bounds --convolution=3,2
try bounds --convolution=3,2,1,1,1,1
try bounds --convolution=3,4,1
try bounds --convolution=3,0,1
try bounds --convolution=3,x,1
try bounds --convolution=3,2,1 --per-parameter
