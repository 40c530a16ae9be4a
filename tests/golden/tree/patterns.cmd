# From the root to every leaf: the pieces of each split's children are those of the pattern.
for net in cross kinds max; do
    "$CREASE" tree "nets/$net.json" | jq -c '
        .nodes as $n
        | [$n[] | select(.children) as $s | .children[] | $n[.]
           | .parent == $s.id and (.pieces | length > 0)] as $links
        | [$n[] | select(.region != null) as $leaf
           | $leaf | recurse(if .parent == null then empty else $n[.parent] end)
           | select(.parent != null)
           | $n[.parent] as $s | $leaf.pattern[$s.layer][$s.unit] as $piece
           | .pieces | index($piece) != null] as $ways
        | [($links | length), ($links | all), ($ways | length > 0), ($ways | all)]'
done
