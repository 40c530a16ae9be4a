"$CREASE" count - <nets/bad.json
