"$CREASE" regions nets/max.json --format csv
