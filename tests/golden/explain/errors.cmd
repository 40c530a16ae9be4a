"$CREASE" certify nets/cross.json --box=-1,1 -o cross.cert
try explain nets/cross.json cross.cert
try explain nets/cross.json cross.cert --region=0 --point=0,0
try explain nets/cross.json cross.cert --region=-1
try explain nets/cross.json cross.cert --region=99
try explain nets/cross.json cross.cert --point=2,0
try explain nets/cross.json cross.cert --point=1
try explain nets/cross.json cross.cert --point=1,x
try explain nets/cross.json --region=0
try explain --region=0
try explain nets/cross.json cross.cert nets/cross.json --region=0
try explain nets/max.json cross.cert --region=0
try explain nets/cross.json nothing.cert --region=0
try explain cross.cert nets/cross.json --region=0
try explain nets/cross.json - --region=0
try explain - - --region=0
sed -i 's/^tree$/three/' cross.cert
try explain nets/cross.json cross.cert --region=0
