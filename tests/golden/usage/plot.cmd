try plot nets/max.json
try plot nets/max.json -o net
try plot nets/max.json -o net.gif
try plot nets/max.json -o net.svg/net
try plot nets/max.json -o -
try plot nets/max.json -o net.svg --format=gif
try plot nets/max.json -o net.svg --colour=red
try plot nets/max.json -o net.svg --size=800
try plot nets/max.json -o net.svg --size=800x
try plot nets/max.json -o net.svg --size=x600
try plot nets/max.json -o net.svg --size=800x0
try plot nets/max.json -o net.svg --size=800x600x
try plot nets/max.json -o net.svg --size=800x40000
try plot nets/max.json -o net.svg --width=0
try plot nets/max.json -o net.svg --width=100px
try plot nets/max.json -o net.svg --height=-1
ls
