"$CREASE" locate nets/cross.json --point=0,2e-3 --json
"$CREASE" locate nets/max.json --point=0,-1 --box=-1,1 --json --arith=exact
