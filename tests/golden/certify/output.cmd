# A file, quietly; and the same on standard output.
try certify nets/max.json -o max.cert
"$CREASE" certify nets/max.json -o - | cmp - max.cert
ls
