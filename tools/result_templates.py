def files() -> dict[str, str]:
    return {}


def regions() -> dict[str, dict[str, str]]:
    return {}
