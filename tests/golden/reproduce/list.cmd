# What there is, for people and for programs.
try reproduce --list
"$CREASE" reproduce --list --json | jq -r '.figures[] | .name + ": " + .sizes' | head -n 3
