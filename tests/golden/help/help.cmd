"$CREASE" help help
