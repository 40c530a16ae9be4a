"$CREASE" help regions
