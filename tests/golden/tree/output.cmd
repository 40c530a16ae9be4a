"$CREASE" tree nets/cross.json --output=a.json -ob.json && ls && cat b.json
