"$CREASE" info --json nets/kinds.json
