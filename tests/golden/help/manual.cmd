"$CREASE" help --man
