"$CREASE" help
