cp nets/cross.json ./--json; "$CREASE" count -- --json
