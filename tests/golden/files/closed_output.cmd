# A closed standard output is an error, and no file lands in its place.
try_closed() {
    "$CREASE" "$@" >&-
    echo "=> $?"
}
try_closed count nets/max.json
try_closed --version
try_closed regions nets/max.json
try_closed regions nets/max.json -o max.jsonl
ls
