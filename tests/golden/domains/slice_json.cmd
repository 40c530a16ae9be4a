echo '{"points": [[0, 0, 1], [1, 0, 0], [0, 1, 0]]}' >plane.json
try count nets/corner.json --slice plane.json --box=0,1 --json --arith=exact
