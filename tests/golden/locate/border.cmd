# On the border of a box only regions inside count.
"$CREASE" locate nets/cross.json --point=0,0 --box=0,1
try locate nets/cross.json --point=0,-1e-30 --box=0,1
