# A partial picture is a picture.
"$CREASE" plot nets/max.json --max-regions=2 -o max.svg
status=$?
ls
exit $status
