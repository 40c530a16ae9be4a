# Nothing that a terminal obeys is passed on, whether it stands in a name, an argument or a file:
# C0 and C1 controls, bytes that are no UTF-8, characters that change the direction of writing.
bad=$(printf 'a\rb\033[2K\302\233[1m\233\342\200\256c\177')
show() {
    "$CREASE" "$@" 2>&1 | LC_ALL=C sed 's/[^ -~]/<BYTE>/g' | grep -v '^sha256'
}
show count "$bad"
show "$bad"
show count "--$bad"
show count "--box=$bad" nets/corner.json
show count nets/corner.json "--polytope=$bad"
show build "$bad"
show build arora:line "$bad=1"
show build arora:line "widths=$bad"
show build arora:line "$bad"
show random "$bad"
show random 2-2-1 "--init=$bad"
show random 2-2-1 "--activation=$bad"
show verify "$bad"
show count "$bad" "$bad"
show plot nets/corner.json -o "$bad"
show bounds "--convolution=$bad"
cp nets/corner.json "$bad.json"
show info "$bad.json"
show count "$bad.json" nets/corner.json --csv | cut -d, -f 1
show count "$bad.json" nets/corner.json --json=line | cut -d, -f 1
printf '{"inputs": 1, "about": "a\\u001b[2K\\r\302\233\342\200\256b \303\251", "layers":
    [{"weights": [[1]], "bias": [0], "activation": "relu"}]}' >about.json
"$CREASE" info about.json | sed -n 's/^about *//p'
"$CREASE" info about.json --json | jq -c '.about | explode'
"$CREASE" info about.json --json | grep about
cp about.json "$(printf 'c\033[2K.json')"
printf '{"networks": [{"file": "c\\u001b[2K.json", "claims": [{"quantity": "activation_regions",
    "value": 3, "source": "d\\u001b[2K\\u202e"}]}]}' >claims.json
show verify --claims claims.json | sed 's/, [0-9.]* s$//'
show verify --claims claims.json --json | grep -e theorem -e '"network"'
