# Tables of counts: the same for any number of threads, others for another seed.
try reproduce raghu-3 hanin-3 hanin-8 pascanu --quick --no-pictures -o here --data=nets/../../../data/trained
for figure in raghu-3 hanin-3 hanin-8; do
    echo "$figure"
    tr -d '\r' <"here/$figure.csv"
done
tr -d '\r' <here/pascanu.csv | head -n 20
"$CREASE" reproduce raghu-3 raghu-4 --quick --no-pictures --threads=1 -o one >/dev/null
"$CREASE" reproduce raghu-3 raghu-4 --quick --no-pictures --threads=5 -o five >/dev/null
diff -r one five && cmp one/raghu-3.csv here/raghu-3.csv && echo same
"$CREASE" reproduce raghu-3 --quick --no-pictures --seed=1 -o other >/dev/null
cmp -s other/raghu-3.csv one/raghu-3.csv || echo other
