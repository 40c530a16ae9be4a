# Exactly N regions are no reason to stop.
"$CREASE" count nets/cross.json --max-regions=4
