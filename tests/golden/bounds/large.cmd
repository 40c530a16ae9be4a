# Exact at any size.
"$CREASE" bounds 784-512-512-512-512-512-512-512-512-512-512-10 --json |
    jq -r '.bounds[] | select(.value) | "\(.name) \(.relation) \(.value | length) digits, \(.value[:20])..\(.value[-20:])"'
