try count nets/pooled.json --box=-1,1
try regions nets/pooled.json --box=-1,1 -o out.jsonl
try plot nets/pooled.json --box=-1,1 -o out.svg
ls
