"$CREASE" regions nets/cross.json --box=-1,2,-1/2,1 --format=ine
