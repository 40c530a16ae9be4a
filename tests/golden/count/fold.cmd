# 4^4 regions of side 1/16 in a box that holds 16 of them in each direction.
"$CREASE" count nets/fold.json --box=0,1/256 --linear
