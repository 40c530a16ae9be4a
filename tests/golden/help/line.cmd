"$CREASE" help line
