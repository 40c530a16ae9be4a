# An old file keeps its mode, and a link to it stays a link.
echo old >data.jsonl
chmod 640 data.jsonl
ln -s data.jsonl link.jsonl
"$CREASE" regions nets/cross.json -o link.jsonl && stat -c '%a %F %n' data.jsonl link.jsonl && wc -l <data.jsonl
ls -A
