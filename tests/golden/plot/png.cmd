"$CREASE" plot nets/max.json --box=-1,1 -o max.png && ls && head -n 1 max.png | grep -ao 'PNG'
