umask 027
"$CREASE" regions nets/cross.json -o new.jsonl && stat -c '%a %F %n' new.jsonl
