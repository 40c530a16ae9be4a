try regions nets/max.json --format=json
try regions nets/max.json --format=svg
ls
