"$CREASE" count nets/cross.json
