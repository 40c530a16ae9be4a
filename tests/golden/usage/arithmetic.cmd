try count nets/max.json --arith=filtered
try count nets/max.json --arith=Exact
try count nets/max.json --arith=
try count nets/max.json --tolerance=1e-9
try count nets/max.json --tolerance=1e-9 --arith=exact
try count nets/max.json --arith=float --tolerance=0
try count nets/max.json --arith=float --tolerance=small
