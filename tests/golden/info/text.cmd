"$CREASE" info nets/max.json
