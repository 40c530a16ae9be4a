"$CREASE" count --version | cmp - <("$CREASE" --version)
