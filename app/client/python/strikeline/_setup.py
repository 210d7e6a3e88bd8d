"""What both clients are made of."""

import ssl

from ._core.kept_answers import KeptAnswers
from ._core.perform import Surroundings
from ._io.transport import Transport, default_tls, parse_address
from ._version import VERSION
from .stream.connection import Destination
from .stream.options import StreamOptions

#: Tagged answers that are kept, such as pages of games.
KEPT_ANSWERS_MAX = 64


class Setup:
    """The address, the connections and the memory of a client."""

    def __init__(self, base_url: str, api_key: str | None, tls: ssl.SSLContext | None) -> None:
        address = parse_address(base_url)
        is_secure = address.scheme == "https"
        self._tls = (tls or default_tls()) if is_secure else None
        self._address = address
        self.around = Surroundings(KeptAnswers(KEPT_ANSWERS_MAX))
        headers = {"accept": "application/json", "user-agent": f"strikeline-python/{VERSION}"}
        if api_key is not None:
            headers["x-api-key"] = checked_api_key(api_key)
        self.transport = Transport(address, self._tls, headers)

    def destination(self, options: StreamOptions | None) -> Destination:
        """Returns where the stream is."""
        address = self._address
        host = f"[{address.host}]" if ":" in address.host else address.host
        port = "" if address.port is None else f":{address.port}"
        scheme = "ws" if self._tls is None else "wss"
        url = f"{scheme}://{host}{port}{address.prefix}/api/v1/stream"
        chosen = options or StreamOptions()
        return Destination(url, self._tls, chosen.timing, chosen.lockstep)


def checked_api_key(key: str) -> str:
    """Returns a key that a header can hold. Raises a `ValueError`, which does not quote it."""
    if not isinstance(key, str) or not key or not all("!" <= each <= "~" for each in key):
        raise ValueError("Cannot use this api_key: pass the text of the key, such as sk_test_...")
    return key
