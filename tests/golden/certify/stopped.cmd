# A walk that was stopped leaves no certificate, nor harms an old one.
echo old >old.cert
try certify nets/max.json --max-regions=2 -o old.cert
try certify nets/max.json --max-regions=2 -o new.cert
try certify nets/max.json --max-regions=2 --linear -o new.cert
ls
cat old.cert
try certify nets/max.json --max-regions=2
