# Both residual networks are one function: as many linear regions, fewer activation regions where
# the units that carry x have no crease. Rows that are there twice change nothing.
for net in residual residual_relu mixed mixed_padded; do
    for arith in filtered exact; do
        echo "$net $arith"
        "$CREASE" count nets/$net.json --linear --arith=$arith | grep -E 'regions|maps'
    done
done
