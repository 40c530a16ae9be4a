"$CREASE" plot nets/max.json --box=-1,1 -o max.pdf && ls && head -n 1 max.pdf | grep -ao '%PDF'
