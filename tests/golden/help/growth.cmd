"$CREASE" help growth
