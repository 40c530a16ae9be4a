# A page is one file that needs nothing else; the same bytes again, and of as many networks as are
# named.
"$CREASE" plot nets/max.json -o a.html && "$CREASE" plot nets/max.json --format=html -o b && cmp a.html b || exit
"$CREASE" plot nets/max.json nets/max.json --box=-1,1 --colour=map -o c.html || exit
sed -n '/id="data">/,/^<\/script>/{//!p}' c.html |
    jq -c '.colour, (.networks[] | [.name, .domain, .activation_regions, .complete])'
grep -cE 'src="|href="[^d]|url\(|@import|fetch\(|XMLHttpRequest' c.html
ls
