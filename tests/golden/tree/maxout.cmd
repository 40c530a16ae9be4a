"$CREASE" tree nets/pooled.json --box=0,1
"$CREASE" tree nets/pooled.json --box=0,1 --format=dot
