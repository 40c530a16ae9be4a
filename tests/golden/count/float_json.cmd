"$CREASE" count nets/max.json --arith=float --tolerance 1e-9 --json
