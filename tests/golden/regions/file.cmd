"$CREASE" regions nets/cross.json -o cross.jsonl && ls && cat cross.jsonl
