"""The project's packages have short names, so a folder of the same name can hide one of them.

Checked before anything of theirs is imported, so that the reader gets one clear line and not an
AttributeError from somebody else's code.
"""

from __future__ import annotations

import importlib.util
import pathlib
import sys


def check(*names: str) -> None:
    """Refuse to go on when a package of the project is hidden by another of its name."""
    home = pathlib.Path(__file__).resolve().parent.parent
    for name in names:
        spec = importlib.util.find_spec(name)
        origin = spec.origin if spec is not None else None
        if origin is None or pathlib.Path(origin).resolve().parent.parent != home:
            found = origin or "nothing that can be imported"
            problem = (
                f"kibitz needs its own package {name!r} in {home}, but Python finds {found}: "
                "run from another folder or rename what is in the way (kibitz doctor looks for it)"
            )
            if pathlib.Path(sys.argv[0]).stem == "kibitz":  # the command: a line, no traceback
                raise SystemExit(problem)
            raise ImportError(problem)
