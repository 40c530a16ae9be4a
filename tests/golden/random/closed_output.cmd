"$CREASE" random 2-300-300-1 >/dev/full
echo "=> $?"
"$CREASE" random 2-3-1 >&-
echo "=> $?"
