"$CREASE" bounds --net nets/mixed.json
