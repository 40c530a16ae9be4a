"$CREASE" help locate
