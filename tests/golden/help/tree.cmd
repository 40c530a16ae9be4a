"$CREASE" help tree
