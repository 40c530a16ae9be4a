# The same command gives the same bytes.
for format in svg pdf png; do
    "$CREASE" plot nets/max.json -o "a.$format" && "$CREASE" plot nets/max.json -o "b.$format" &&
        cmp "a.$format" "b.$format" || exit
done
for format in svg pdf png; do
    "$CREASE" plot nets/steps.json -o "a.$format" && "$CREASE" plot nets/steps.json -o "b.$format" &&
        cmp "a.$format" "b.$format" || exit
done
