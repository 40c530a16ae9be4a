# Whoever reads may stop reading.
"$CREASE" regions nets/fold.json --box=0,1 | head -n 1 | head -c 10
echo " => ${PIPESTATUS[0]}"
{ sleep 0.3; "$CREASE" count nets/max.json; echo "=> $?" >&2; } | true
