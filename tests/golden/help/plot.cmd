"$CREASE" help plot
