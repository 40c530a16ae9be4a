"$CREASE" regions nets/cross.json --output=a.csv --format=csv -ob.csv && ls && cat b.csv
