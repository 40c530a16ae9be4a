"$CREASE" help trajectory
