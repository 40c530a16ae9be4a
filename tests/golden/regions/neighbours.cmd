# Which regions are neighbours: of each, or two by two.
try regions nets/max.json --neighbours
try regions nets/max.json --neighbours --format=csv
try regions nets/max.json --neighbours --max-regions=3 --format=csv
try regions nets/max.json --neighbours --format=ine
