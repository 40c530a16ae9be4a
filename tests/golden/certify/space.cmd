"$CREASE" certify nets/corner.json --box=-1,1,0,1,-1,1
