"$CREASE" regions nets/cross.json --box=1000000,1000001,-1/3,1 --format=wkt --digits=3
