# --help and -h say what help says, wherever they stand.
"$CREASE" --help | cmp - <("$CREASE" help) &&
    "$CREASE" -h | cmp - <("$CREASE" help) &&
    "$CREASE" count --help | cmp - <("$CREASE" help count) &&
    "$CREASE" plot nets/none.json -h | cmp - <("$CREASE" help plot) &&
    "$CREASE" help --help | cmp - <("$CREASE" help help)
