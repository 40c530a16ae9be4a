# What cannot be read leaves nothing behind, and what was there as it was.
echo precious >old.svg
try count nets/none.json
try count nets
try count nets/bad.json
try info nets/bad.json
try regions nets/bad.json -o regions.jsonl
try plot nets/bad.json -o new.svg
try plot nets/bad.json -o old.svg
ls -A
cat old.svg
