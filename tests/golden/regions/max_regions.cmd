"$CREASE" regions nets/max.json --max-regions=2
