"$CREASE" plot nets/max.json --box=-1,1 -o max.svg && ls && head -n 1 max.svg | grep -ao '<?xml version'
