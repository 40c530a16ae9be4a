"$CREASE" info - <nets/cross.json
