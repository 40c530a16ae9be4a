mkfifo pipe
cat pipe >copy &
"$CREASE" regions nets/cross.json -o pipe
status=$?
wait
ls -AF
cat copy
exit $status
