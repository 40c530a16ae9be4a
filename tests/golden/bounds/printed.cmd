# False, or not proved, as printed.
try bounds 1-1-1-1 --activation maxout:3
"$CREASE" bounds 2-6-2-2-1 | grep -A 1 serra-zonotope
"$CREASE" bounds 2-6-2-2-1 --json | jq -c '.bounds[] | select(.as_printed == false) | {name, value, flaw}'
