try bounds --convolution=3,2,3
"$CREASE" bounds --convolution=100,5,8,2,3 | grep -A 3 -e ^architecture -e ^convolution
