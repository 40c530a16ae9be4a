"$CREASE" plot nets/max.json -o - --format=pdf | head -c 4
