"$CREASE" info nets/mixed.json && "$CREASE" info nets/mixed.json --json
