# Of every activation, what applies.
for name in leaky:1/10 hardtanh maxout:3 'pwl:0,1,2;0,1,0,1' linear; do
    echo "$name"
    "$CREASE" bounds 2-4-3-1 --activation="$name" | sed '/^Do not apply/,$d'
done
