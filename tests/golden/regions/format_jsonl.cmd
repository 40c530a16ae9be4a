"$CREASE" regions nets/cross.json --format=csv --format=jsonl
