"$CREASE" certify nets/pooled.json --linear
