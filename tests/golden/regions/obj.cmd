"$CREASE" regions nets/corner.json --box=-1/3,1 --format=obj -o corner.obj && ls && head -n 24 corner.obj
