"$CREASE" info nets/pooled.json
"$CREASE" info --json nets/pooled.json
