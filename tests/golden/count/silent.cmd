# Without --progress and away from a terminal nothing is said.
"$CREASE" count nets/fold.json --box=0,1/64 >/dev/null
