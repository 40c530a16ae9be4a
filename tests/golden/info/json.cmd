"$CREASE" info nets/max.json --json
