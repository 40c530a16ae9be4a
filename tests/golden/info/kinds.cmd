"$CREASE" info nets/kinds.json
