# A line needs a page that is wider than high.
"$CREASE" plot nets/steps.json --box=-1,2 -o steps.png && od -An -tu1 -j16 -N8 steps.png
"$CREASE" plot nets/steps.json -o steps.pdf && head -c 5 steps.pdf && echo
"$CREASE" plot nets/steps.json -o steps.svg --no-creases && grep -ao '<svg [^>]*viewBox="[^"]*"' steps.svg | grep -o 'viewBox.*'
