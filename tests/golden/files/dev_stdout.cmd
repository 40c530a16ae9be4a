"$CREASE" regions nets/cross.json -o /dev/stdout | tail -n 1
"$CREASE" regions nets/cross.json -o /dev/stdout >file && tail -n 1 file
echo before >file
"$CREASE" plot nets/cross.json -o /dev/stdout --format=pdf >>file && head -n 1 file && ls -A
