# Layers whose units have several activations: relu beside linear ones, and all kinds.
try bounds --net nets/residual_chain.json
try bounds --net nets/mixed.json
"$CREASE" bounds --net nets/residual.json | sed '/^Do not apply/,$d'
"$CREASE" bounds --net nets/residual_chain.json --per-parameter
