"$CREASE" help info
