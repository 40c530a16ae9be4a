"$CREASE" count --linear nets/max.json --json
