# Six ways to colour, two ways to spell one.
for way in pattern map slope output class area; do
    "$CREASE" plot nets/max.json --colour=$way -o $way.svg || exit
done
"$CREASE" plot nets/max.json --color map -o spelling.svg && cmp map.svg spelling.svg
"$CREASE" plot nets/max.json --bare -o default.svg && \
    "$CREASE" plot nets/max.json --bare --colour=pattern -o pattern.svg && cmp pattern.svg default.svg
cmp -s pattern.svg map.svg || echo "pattern and map differ"
cmp -s pattern.svg slope.svg || echo "pattern and slope differ"
cmp -s output.svg class.svg || echo "output and class differ"
cmp -s pattern.svg area.svg || echo "pattern and area differ"
