"""Networks from modules of PyTorch."""

from __future__ import annotations

import io
from collections.abc import Mapping
from inspect import signature
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy

from crease._network import Network, parse
from crease._numbers import fraction
from crease._run import Error

if TYPE_CHECKING:
    from numpy.typing import ArrayLike
    from torch import Tensor
    from torch.nn import Module


def from_torch(
    model: Module,
    example: Union[None, Tensor, ArrayLike] = None,
    drop_last: bool = False,
    output: Union[None, int, str] = None,
) -> Network:
    """The network that a torch module computes, in real arithmetic, with its weights as they are.

    It is that of `model.eval()`: without dropout, and with the running statistics of batch
    normalisation. The mode of the module is not changed.

    The module is exported to ONNX and read from there, with all its units, also those that pruning
    has left without weights. Where that is not possible, as in PyTorch 2.6 without the package
    onnx, a chain of Linear, ReLU and LeakyReLU modules is read directly. Unless `drop_last` is set,
    module and network are compared at the example and at random points.

    Parameters
    ----------
    model
        A torch.nn.Module.
    example
        An input for the exporter, tensor or array, with a batch of one; where it is None, one row
        of zeros as wide as the first linear layer asks for.
    drop_last
        Leave the last operation off, such as a Softmax, which does not change the greatest output.
    output
        Of a module that returns several tensors, the number of one, or its key.

    Raises
    ------
    Error
        If an operation is not piecewise linear: it is named with its place in the module. If the
        network is not the function of the module, as after a fault of the exporter or for a module
        that tests its numbers: the layer where they part is named.
    """
    import torch

    if not isinstance(model, torch.nn.Module):
        is_state = isinstance(model, Mapping)
        hint = "; give it to load_state_dict of the module" if is_state else ""
        raise TypeError(f"the model is of {type(model).__name__}, not a torch.nn.Module{hint}")
    if example is None:
        first = next((m for m in model.modules() if isinstance(m, _weighted(torch))), None)
        if not isinstance(first, torch.nn.Linear):
            raise ValueError(
                "the module does not begin with a linear layer; pass example=, one input with a "
                "batch of one, such as torch.zeros(1, 1, 28, 28)"
            )
        example = torch.zeros(1, first.in_features)
    like = next(model.parameters(), torch.zeros(1))
    example = torch.as_tensor(example).to(dtype=like.dtype, device=like.device)
    training = model.training
    try:
        model.eval()
        chosen = _choose(torch, model, example, output)
        _refuse_batch(torch, chosen, example)
        net = _read(torch, chosen, type(model).__name__, example, drop_last)
        if not drop_last:
            _compare(torch, model, chosen, example, net)
        return net
    finally:
        model.train(training)


def _weighted(torch: Any) -> tuple[Any, ...]:
    """The modules whose weights tell the shape of what they receive."""
    return (torch.nn.Linear, torch.nn.modules.conv._ConvNd, torch.nn.modules.batchnorm._NormBase)


def _choose(torch: Any, model: Any, example: Any, output: Union[None, int, str]) -> Any:
    """The module, or one that returns one of its outputs."""
    try:
        with torch.no_grad():
            outputs = model(example)
    except RuntimeError as problem:
        if example.dtype not in (torch.float16, torch.bfloat16):
            raise
        raise Error(
            f"PyTorch cannot compute in {example.dtype} here ({problem}); pass model.float(), "
            "whose weights are the same numbers"
        ) from problem
    if torch.is_tensor(outputs) and output in (None, 0):
        return model
    keys = list(outputs) if isinstance(outputs, dict) else list(range(len(outputs)))
    if output is None and len(keys) > 1:
        raise ValueError(f"the module returns {len(keys)} outputs: output= is one of {keys}")
    key = keys[0] if output is None else output
    if torch.is_tensor(outputs) or key not in keys:
        choices = [0] if torch.is_tensor(outputs) else keys
        raise ValueError(f"output is {output!r}, not one of {choices}")

    class Chosen(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.inner = model

        def forward(self, x: Any) -> Any:
            return self.inner(x)[key]

    return Chosen().eval()


def _read(torch: Any, model: Any, name: str, example: Any, drop_last: bool) -> Network:
    # The newer exporter of torch needs a package of its own.
    older = {"dynamo": False} if "dynamo" in signature(torch.onnx.export).parameters else {}
    content = io.BytesIO()
    try:
        torch.onnx.export(model, example, content, **older)
        return parse(content.getvalue(), name, onnx_drop_last=drop_last, onnx_keep_units=True)
    except Exception as error:
        direct = _chain(model, drop_last) if example.ndim == 2 else None
        if direct is not None:
            return Network(direct)
        if isinstance(error, Error):
            error.args = (str(error).replace("onnx_drop_last", "drop_last=True"),)
        raise


def _refuse_batch(torch: Any, model: Any, example: Any) -> None:
    """Several inputs at once would be one network that computes each of them."""
    if example.ndim < 2 or len(example) < 2:
        return
    with torch.no_grad():
        outputs = model(example)
        try:
            alone = model(example[:1])
        except Exception:  # the first dimension is not a batch
            return
    if outputs.shape[:1] == (len(example),) and alone.shape == (1, *outputs.shape[1:]):
        raise ValueError(f"the example is a batch of {len(example)}; pass one input, example[:1]")


# ---- Module and network at points ----

_POINTS = 8  # random ones beside the example
_ROUNDING = 1e-4  # of float32 in deep networks, of the greatest number in the module


def _compare(torch: Any, model: Any, chosen: Any, example: Any, net: Network) -> None:
    """Raises unless the network is the function of the module at some points."""
    state = torch.random.get_rng_state()
    torch.manual_seed(0)
    points = [example] + [
        example + side * (10.0 ** (k % 3 - 1)) * torch.randn(example.shape).to(example)
        for k in range(_POINTS)
        for side in (1, -1)
    ]
    torch.random.set_rng_state(state)
    for x in points:
        difference = _difference(torch, chosen, x, net)
        if difference:
            raise Error(
                f"{type(model).__name__}: what PyTorch exports is not the function of the module: "
                f"{difference} at a point{_where(torch, model, example, x)}"
            )


def _difference(torch: Any, model: Any, x: Any, net: Network) -> Optional[str]:
    """What differs at a point, beyond rounding."""
    sizes = [float(x.abs().max())] if x.numel() else [0.0]

    def note(_: Any, __: Any, value: Any) -> None:
        if torch.is_tensor(value) and value.numel() and value.is_floating_point():
            sizes.append(float(value.abs().max()))

    hooks = [m.register_forward_hook(note) for m in model.modules()]
    try:
        with torch.no_grad():
            wanted = model(x).detach().double().cpu().numpy().reshape(-1)
    finally:
        for hook in hooks:
            hook.remove()
    is_wrong = wanted.size != net.outputs
    computed = numpy.zeros(0) if is_wrong else net(x.detach().double().cpu().numpy().reshape(-1))
    if is_wrong:
        return f"{net.outputs} outputs for {wanted.size}"
    index = int(numpy.argmax(numpy.abs(computed - wanted)))
    if abs(computed[index] - wanted[index]) <= _ROUNDING * max(sizes):
        return None
    return f"output {index} is {computed[index]:.6g} for {wanted[index]:.6g}"


def _where(torch: Any, model: Any, example: Any, x: Any) -> str:
    """The first module without others inside whose own export is wrong, as a text."""
    seen: list[tuple[str, Any, Any, Any]] = []
    hooks = [
        m.register_forward_hook(
            lambda m, given, value, name=name: seen.append((name, m, given, value))
        )
        for name, m in model.named_modules()
        if not list(m.children())
    ]
    try:
        with torch.no_grad():
            model(x)
    finally:
        for hook in hooks:
            hook.remove()
    for name, module, given, value in seen:
        if len(given) != 1 or not torch.is_tensor(given[0]) or not torch.is_tensor(value):
            continue
        try:
            own = _read(torch, module, name, given[0], False)
        except Exception:
            continue
        if _difference(torch, module, given[0], own):
            return f", from its layer {name!r} on, a {type(module).__name__}"
    return ""


# ---- Without ONNX ----


def _chain(model: Any, drop_last: bool) -> Optional[list[tuple[Any, Any, str]]]:
    """The layers of a chain of Linear modules with an activation after each but the last."""
    from torch import float32, nn, tensor

    def leaves(module: Any) -> list[Any]:
        if type(module) is not nn.Sequential:
            return [module]
        return [leaf for part in module for leaf in leaves(part)]

    if any(m._forward_hooks or m._forward_pre_hooks for m in model.modules()):
        return None
    modules = [m for m in leaves(model) if type(m) not in (nn.Identity, nn.Dropout)]
    if drop_last and type(modules.pop()) not in (nn.Softmax, nn.LogSoftmax):
        return None
    layers: list[tuple[Any, Any, str]] = []
    for index, module in enumerate(modules):
        if index % 2 == 0 and type(module) is not nn.Linear:
            return None
        if index % 2 == 0:
            bias = None if module.bias is None else module.bias.detach().double().numpy()
            layers.append((module.weight.detach().double().numpy(), bias, "linear"))
        elif type(module) is nn.ReLU:
            layers[-1] = (*layers[-1][:2], "relu")
        elif type(module) is nn.LeakyReLU:  # ONNX has its slope as a float32
            slope = fraction(tensor(module.negative_slope, dtype=float32).item())
            layers[-1] = (*layers[-1][:2], f"leaky:{slope}")
        else:
            return None
    return layers or None
