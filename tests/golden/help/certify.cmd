"$CREASE" help certify
