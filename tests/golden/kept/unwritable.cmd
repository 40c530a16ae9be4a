# A certificate that cannot be written is refused before its regions are counted, and nothing is left;
# nor is a certificate touched that a record waits for.
try certify nets/fold.json --linear -o nowhere/cert --checkpoint run
mkdir cert.unfinished
try certify nets/fold.json --linear -o cert --checkpoint run
rmdir cert.unfinished
try certify nets/fold.json --linear -o /dev/full --checkpoint run
try certify nets/fold.json --linear -o nowhere/cert --part 0/2
echo of before >cert.unfinished
: >run
try certify nets/fold.json --linear -o cert --checkpoint run
cat cert.unfinished
ls
