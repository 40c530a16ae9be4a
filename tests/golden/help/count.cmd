"$CREASE" help count
