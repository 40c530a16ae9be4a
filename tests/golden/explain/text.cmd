# Two creases that cross, a box around them; every region of the first network.
"$CREASE" certify nets/cross.json --box=-1,1 -o cross.cert
for region in 0 1 2 3; do
    "$CREASE" explain nets/cross.json cross.cert --region=$region
    echo
done
