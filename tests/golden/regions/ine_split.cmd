# As the help says: a file for each region, each with all that a reader of such files needs.
"$CREASE" regions nets/corner.json --format=ine | csplit -sz - '/^region_/' '{*}' && ls
cat xx07
for file in xx*; do
    "$CREASE" count nets/corner.json --polytope "$file" --json | jq -c '[.activation_regions, .domain]'
done
