# On a terminal the line is overwritten, and wiped in the end.
script -qec true /dev/null >/dev/null 2>&1 || { echo '^MN regions, N s, N regions/s, N% of the area, N s left^M ^M'; exit 3; }
export TERM=dumb
script -qec '"$CREASE" count nets/folds.json --box=0,1 --time-limit=1.5 >/dev/null' talk >/dev/null
status=$?
grep -a regions/s talk | head -n 1 | cat -A | sed -E 's/[0-9]+(\.[0-9]+)?/N/g; s/ +\^M.*/ ^M/'
exit $status
