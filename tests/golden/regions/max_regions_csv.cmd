"$CREASE" regions nets/max.json --max-regions=2 --format=csv -o max.csv
status=$?
ls
cat max.csv
exit $status
