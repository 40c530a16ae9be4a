# A convolutional network on a plane. Then a residual network, 2-32-(32 + skip)-32, lowered to
# linear units; and the same function where relu(r) - relu(-r) carries r past the layer.
onnx=$(realpath nets)/../../onnx
cp "$onnx"/{lenet,residual_32,residual_32_relu}.onnx "$onnx/lenet_plane.json" .
found() {
    echo "$*"
    "$CREASE" count "$@" --linear | grep -E 'regions|layer|maps'
}
for arith in filtered exact; do
    found lenet.onnx --slice=lenet_plane.json --box=-1,1 --arith=$arith
    found residual_32.onnx --box=-1,1 --arith=$arith
    found residual_32_relu.onnx --box=-1,1 --arith=$arith
done
