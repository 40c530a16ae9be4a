"$CREASE" plot nets/max.json -o MAX.SVG && ls
