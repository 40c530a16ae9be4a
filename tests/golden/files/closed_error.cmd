# With standard error closed, a message must not end in the file being written.
"$CREASE" regions nets/cross.json --max-regions=1 -o cross.jsonl 2>&-
status=$?
cat cross.jsonl
exit $status
