"$CREASE" help build
