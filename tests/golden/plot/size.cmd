# Width and height stand in bytes 16 to 23 of a PNG file.
size() {
    "$CREASE" plot nets/max.json --box=-2,2,-1,1 --bare -o size.png "$@" &&
        od -An -tu1 -j16 -N8 size.png | awk '{ print 256 * $3 + $4 "x" 256 * $7 + $8 }'
}
size
size --size=300x200
size --width=400
size --height 100
size --size=300x200 --width=100
size --width=100 --size=300x200
