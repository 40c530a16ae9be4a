# Region after region, the leaves are what crease regions lists.
for net in cross kinds max; do
    "$CREASE" regions "nets/$net.json" | jq -c 'select(.end | not) | [.id, .pattern, .bounded]' >listed
    "$CREASE" tree "nets/$net.json" | jq -c '.nodes[] | select(.children | not) | [.region, .pattern, .bounded]' | cmp - listed
    echo "$net $(wc -l <listed)"
done
