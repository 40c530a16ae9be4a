"$CREASE" plot nets/max.json -o with.svg && "$CREASE" plot nets/max.json --no-creases -o without.svg
status=$?
cmp -s with.svg without.svg || echo "the pictures differ"
exit $status
