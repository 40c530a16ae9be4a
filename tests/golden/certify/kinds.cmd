"$CREASE" certify nets/kinds.json
"$CREASE" certify nets/kinds.json --arith=exact | cmp - <("$CREASE" certify nets/kinds.json --arith=filtered)
