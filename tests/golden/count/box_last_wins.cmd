"$CREASE" count --box=0,1 nets/max.json --box=1,2
