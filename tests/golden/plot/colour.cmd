# Three ways to colour, two ways to spell it.
for way in pattern map slope; do
    "$CREASE" plot nets/max.json --colour=$way -o $way.svg || exit
done
"$CREASE" plot nets/max.json --color map -o spelling.svg && cmp map.svg spelling.svg
"$CREASE" plot nets/max.json -o default.svg && cmp pattern.svg default.svg
cmp -s pattern.svg map.svg || echo "pattern and map differ"
cmp -s pattern.svg slope.svg || echo "pattern and slope differ"
