# The same bytes on every machine and in every version.
sum() {
    echo "$("$CREASE" random "$@" | sha256sum | cut -d ' ' -f 1)  $*"
}
sum 2-16-16-16-1 --init he --bias-std 0.1 --seed 1
sum 2-32-32-32-1 --init he --bias-std 0.1 --seed 1
sum 2-128-128-128-1 --init he --bias-std 0.1 --seed 1
sum 2-1024-1 --init he --bias-std 0.1 --seed 1
sum 2-32-32-32-32-32-32-32-32-32-32-32-32-1 --init he --bias-std 0.1 --seed 1
sum 5-50-50-5 --bias-std 3 --seed 18446744073709551615
sum 1-7-7-1 --activation hardtanh
sum 2-100-1 --bias-std 1e-320 --seed 7
sum 2-100-1 --bias-std 1e307 --seed 7
sum 3-40-40-2 --init xavier-normal --bias-std 0.1 --seed 1
sum 3-40-40-2 --init xavier-uniform --bias-std 0.1 --seed 1
sum 3-40-40-2 --init pytorch-default --seed 1
sum 3-40-40-2 --init gaussian:2,0.01 --seed 1
sum 3-40-40-2 --init gaussian:2,0.01 --seed 1 --alpha 0.3 --activation maxout:3
sum 3-40-40-2 --init uniform:1/3 --seed 1 --alpha 1/7
sum 3-40-40-2 --init discrete:1 --seed 1 --alpha 0.5
sum 3-40-40-2 --init discrete:7 --seed 1 --unscaled --bias-std 1
sum 3-40-40-2 --init values:-1,1/3,1 --seed 1
