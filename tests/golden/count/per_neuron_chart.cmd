# A chart of them, the same bytes at any time; of one network, and not without them.
try count nets/mixed.json --per-neuron --chart a.svg --quiet
try count nets/mixed.json --per-neuron --chart b.svg --quiet --threads=3
cmp a.svg b.svg && ls *.svg && head -c 5 a.svg && echo
try count nets/mixed.json --chart a.svg
try count nets/mixed.json nets/max.json --per-neuron --chart a.svg
try count nets/mixed.json --per-neuron --chart missing/a.svg --quiet
try count nets/mixed.json --per-neuron --max-regions=3 --chart part.svg --quiet && ls part.svg
# Pictures by the ends of their names; a legend names some of many layers.
try count nets/mixed.json --per-neuron --chart a.PNG --quiet && head -c 4 a.PNG | od -An -c
try count nets/mixed.json --per-neuron --chart a.pdf --quiet && head -c 5 a.pdf && echo
try count nets/mixed.json --per-neuron --chart a.html --quiet
[ -e a.html ] || echo none
try random 2-$(printf '4-%.0s' $(seq 20))1 --seed 1 --bias-std 1/2 -o deep.json
try count deep.json --box=-1,1 --per-neuron --chart deep.svg --quiet
grep -o '>layer [0-9]*<' deep.svg
