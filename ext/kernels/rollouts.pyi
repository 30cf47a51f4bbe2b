import numpy as np
import numpy.typing as npt

from ext.state import State

def playouts(
    state: State,
    out: npt.NDArray[np.float64],
    seed: int,
    first: int = 0,
    informed: bool = False,
) -> int: ...
