"$CREASE" count - <&-
