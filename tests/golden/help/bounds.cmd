"$CREASE" help bounds
