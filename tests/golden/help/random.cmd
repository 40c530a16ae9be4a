"$CREASE" help random
