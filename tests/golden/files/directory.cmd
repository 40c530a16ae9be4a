mkdir there.svg
try regions nets/cross.json -o there.svg
try plot nets/cross.json -o there.svg
ls -A there.svg
