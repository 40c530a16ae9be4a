# A message is one line, whatever a name contains.
"$CREASE" count "$(printf 'a\nb\033[1m')"
