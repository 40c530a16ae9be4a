try search
try search 2
try search 2-1
try search 2-3-1 --range=0
try search 2-3-1 --range=1000001
try search 2-3-1 --activation=tanh
try search 2-3-1 --of=affine
try search 2-3-1 --box=1,0
try search 2-3-1 --json -o -
try search 2-3-1 --arith=exact
try search 2-3-1 --steps=10 --climbs=1 -o none/net.json
try search 2-3-1 --steps=10 --climbs=1 -o /dev/full
