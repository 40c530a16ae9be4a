# No page is left where one of its networks is none, and pictures show one network.
try plot nets/max.json nowhere.json -o net.html
try plot nets/max.json nets/max.json -o net.svg
try plot nets/max.json --size=10x10 -o net.html
try plot nets/max.json --max-regions=2 -o part.html
"$CREASE" random 3-4-1 > space.json
try plot space.json -o space.html
"$CREASE" random 1-2-1 > line.json
try plot line.json nets/max.json --box=0,1 -o mixed.html
ls
