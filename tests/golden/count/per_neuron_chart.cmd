# A chart of them, the same bytes at any time; of one network, and not without them.
try count nets/mixed.json --per-neuron --chart a.svg --quiet
try count nets/mixed.json --per-neuron --chart b.svg --quiet --threads=3
cmp a.svg b.svg && ls *.svg && head -c 5 a.svg && echo
try count nets/mixed.json --chart a.svg
try count nets/mixed.json nets/max.json --per-neuron --chart a.svg
try count nets/mixed.json --per-neuron --chart missing/a.svg --quiet
try count nets/mixed.json --per-neuron --max-regions=3 --chart part.svg --quiet && ls part.svg
