"$CREASE" regions nets/cross.json --format=ine --digits=3
