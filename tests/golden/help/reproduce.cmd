"$CREASE" help reproduce
