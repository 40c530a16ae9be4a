"$CREASE" plot nets/max.json -o max.svg --format=pdf && head -c 4 max.svg
