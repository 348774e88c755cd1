"""What training shares. All but a few modules need the extra ``train``."""

from __future__ import annotations

import importlib
from typing import Any


def import_part(module: str) -> Any:
    """A module of the package that needs the extra ``train``.

    Raises:
        ImportError: naming the extra, if what the module needs is not installed.
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "navalenv":
            raise
        raise ImportError(
            f"{error.name} is not installed; training and trained players need the extra 'train': "
            "pip install 'navalenv[train]'"
        ) from error
