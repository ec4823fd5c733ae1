"""Drop-ins: other packages run on sepax, with one added line.

>>> import sepax.compat.arcade  # imports no arcade, changes nothing
>>> sepax.compat.arcade.enable()  # doctest: +SKIP
>>> sepax.compat.status()  # doctest: +SKIP
{'arcade': '3.3.3'}

Each module here is for one host. `enable()` and `disable()` may be called any number of times,
before or after the program has imported the host; ``with enabled():`` does both. What differs
from the host on purpose is listed in ``docs/drop-ins.md``.
"""

from sepax.compat._patching import UnprovedVersionWarning, status

__all__ = ["UnprovedVersionWarning", "status"]
