"$CREASE" tree nets/max.json --max-regions=2 --format=dot -o max.dot
status=$?
ls
cat max.dot
exit $status
