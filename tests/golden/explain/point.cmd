# Inside, on a crease, with fractions; packed.
"$CREASE" certify nets/cross.json -o cross.cert
gzip cross.cert
for point in 1/3,0.25 0,0 -2,1e-30; do
    "$CREASE" explain nets/cross.json cross.cert.gz --point=$point
    echo
done
