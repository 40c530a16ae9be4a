"$CREASE" certify nets/max.json --box=-1,1/2 --linear
