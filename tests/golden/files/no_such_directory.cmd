try regions nets/cross.json -o none/cross.jsonl
try plot nets/cross.json -o none/cross.svg
try regions nets/cross.json -o nets/max.json/cross.jsonl
ls -A
