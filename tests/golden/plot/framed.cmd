# Axes, a legend, data points; what the file says of itself, and what a region is told to be.
printf 'x,y,kind\n0,1/2,in\n-0.75,0.25,out\n9,9,out\n' >points.csv
try plot nets/max.json --box=-1,1,0,1 --points points.csv --title 'A < B' --x-label age -o net.svg
grep -o '<title>.*\|<desc>.*' net.svg | sed 's/ d="[^"]*"//'
grep -o '<text .*' net.svg | sed 's/<text [^>]*>//; s/<.*//'
try plot nets/max.json --box=-1,1,0,1 --bare -o bare.svg
grep -c '<text\|<desc' bare.svg
try plot nets/max.json -o net.svg --bare --title=x
try plot nets/max.json -o net.svg --dpi=300
try plot nets/max.json -o net.png --points nowhere.csv
printf '1,2\n3\n' >points.csv
try plot nets/max.json -o net.png --points points.csv
