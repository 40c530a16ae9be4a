try tree nets/max.json --format=jsonl
try tree nets/max.json --format=svg
try tree nets/max.json --linear
try tree
