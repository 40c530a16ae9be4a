# The memory limit ends work as the time limit does, and says for what memory was taken: vertices of
# cells in 16 dimensions, the kept tree; and what --linear keeps of regions, in count and in certify.
# AddressSanitizer takes more by itself.
if [ -z "$(exec 2>/dev/null; ulimit -v 1000000; "$CREASE" --version)" ]; then
    cat "${0%.cmd}.out"
    exit
fi
said() {
    sed -E 's/[0-9.]+ [KMG]iB/SIZE/; s/after [0-9]+/after N/'
}
# Small limits are not always reached for the same.
said_less() {
    said | sed 's/most of it for [^)]*/most of it for one thing or another/'
}
"$CREASE" random 16-24-24-1 --seed=3 --bias-std=.3 -o many.json
"$CREASE" random 2-128-128-128-128-3 --seed=1 --bias-std=.3 -o plane.json
"$CREASE" random 2-128-128-128-128-128-128-3 --seed=1 --bias-std=.3 -o deep.json
"$CREASE" count many.json --box=-1,1 --memory-limit=60M --json 2>talk >result.json
echo "=> $?"
grep complete result.json
said <talk
"$CREASE" tree plane.json --memory-limit=28M -o tree.json 2>talk
echo "=> $?"
grep -o '"complete":[a-z]*' tree.json
said <talk
"$CREASE" count deep.json --linear --memory-limit=20MiB --threads=1 --json 2>talk >result.json
echo "=> $?"
grep complete result.json
said_less <talk
"$CREASE" certify deep.json --linear --memory-limit=24MiB -o deep.cert 2>talk
echo "=> $?"
said_less <talk
"$CREASE" count plane.json --memory-limit=1K 2>talk >/dev/null
echo "=> $?"
cut -d ' ' -f 1-4 talk
ls
