import sys
from typing import final

__pyx_capi__: dict[str, object]

@final
class PairBuffer:
    if sys.version_info >= (3, 12):
        def __buffer__(self, flags: int, /) -> memoryview: ...
