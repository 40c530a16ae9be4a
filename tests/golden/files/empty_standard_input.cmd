"$CREASE" count - </dev/null
