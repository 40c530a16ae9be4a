"$CREASE" tree nets/max.json --max-regions=2
