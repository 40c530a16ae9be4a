"$CREASE" plot nets/max.json -o max.txt --format=pdf && head -c 4 max.txt
