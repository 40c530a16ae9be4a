cp "$(realpath nets)"/../../onnx/{residual,two_outputs,without_last,batch_normalization}.onnx .
try info residual.onnx
try count residual.onnx --linear --arith=exact --box=-3,3 --json | grep -v -e seconds -e threads
try info residual.onnx --output-name r
try evaluate residual.onnx --point=1,-1
try info batch_normalization.onnx
try info two_outputs.onnx
try info two_outputs.onnx --output=z
try info two_outputs.onnx --output=y --input=z
try info without_last.onnx
try info without_last.onnx --without-last
