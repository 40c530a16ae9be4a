# How crease theory starts python3 -m crease.theory: python3 -c START TOOL NAME WORDS...
#
# The module is looked for beside the tool, as in a build, then where Python looks, then where both
# were installed; and all that by the Python beside the tool, as in a virtual environment, and by
# that of the system, unless PYTHON names one. The current directory has no part in it.
import os
import signal
import sys


def interrupted(*_: object) -> None:
    """Until the command begins."""
    os.write(2, b"crease: interrupted: no result\n")
    os._exit(3)


if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, interrupted)
signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])  # the tool has blocked it
import runpy  # noqa: E402

tool, name = sys.argv[1:3]
sys.argv[1:3] = []
here, version = os.path.dirname(tool), "python%d.%d" % sys.version_info[:2]
sys.path = [here + "/python", *filter(None, sys.path), f"{here}/../lib/{version}/dist-packages"]
try:
    import crease
except ImportError as problem:
    tried = int(os.environ.get("CREASE_START", "0"))
    others = [] if os.environ.get("PYTHON") else [here + "/python3", "/usr/bin/python3"]
    for other in others[tried:]:
        tried += 1
        if other != sys.executable and os.path.exists(other):
            os.environ["CREASE_START"] = str(tried)
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
            os.execv(other, [other, *sys.orig_argv[1:]])
    words = sys.argv[1:]
    words = words[: words.index("--")] if "--" in words else words
    if tool and not {"--help", "-h"}.isdisjoint(words):  # as far as the tool knows it
        os.execv(tool, [tool, "help", name])
    sys.stderr.write(
        f"crease: {name} needs the Python module of crease, which 'make install-python' installs; "
        f"{sys.executable}: {problem}\n"
    )
    sys.exit(2)
module = name
if name in ("trajectory", "sweep", "growth"):  # three commands of one module
    module = "theory.curves"
    sys.argv.insert(1, name)
runpy.run_module("crease." + module, run_name="__main__", alter_sys=True)
