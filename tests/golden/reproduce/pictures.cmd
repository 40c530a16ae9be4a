# A chart and pictures of regions; without gnuplot the table is there all the same.
try reproduce raghu-3 --quick
grep -c '</svg>' raghu-3.svg
head -c 8 raghu-3_layer3.png | od -An -c
PATH=/nowhere "$CREASE" reproduce pascanu --quick -o alone
echo "=> $?"
ls alone
