"$CREASE" help distance
