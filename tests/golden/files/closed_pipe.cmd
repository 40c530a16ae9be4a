# Whoever reads may stop reading: the tool ends as SIGPIPE ends others, without a word, but where
# that signal is ignored.
"$CREASE" regions nets/fold.json --box=0,1 | head -n 1 | head -c 10
echo " => ${PIPESTATUS[0]}"
{ sleep 0.3; "$CREASE" count nets/max.json; echo "=> $?" >&2; } | true
{ trap '' PIPE; sleep 0.3; "$CREASE" count nets/max.json; echo "=> $?" >&2; } | true
