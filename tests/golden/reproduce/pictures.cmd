# A chart and pictures of regions.
try reproduce raghu-3 --quick
grep -c '</svg>' raghu-3.svg
head -c 8 raghu-3_layer3.png | od -An -c
"$CREASE" reproduce pascanu --quick -o alone
echo "=> $?"
ls alone
