"$CREASE" regions nets/corner.json --box=-1/3,1 --format=wkt
