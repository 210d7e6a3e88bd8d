"""An HTTP server on this machine that answers as a test says, and notes what it was asked."""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Asked:
    """One request."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Reply:
    """One answer. `cut`: the bytes after which it breaks off; 0 answers nothing.

    `delay` and `drip`: the seconds before it and before each byte, while the test goes on.
    """

    status: int = 200
    body: bytes = b'{"ok": true, "service": "strikeline", "now": "2026-01-01T00:00:00.000Z"}'
    headers: dict[str, str] = field(default_factory=dict)
    cut: int | None = None
    delay: float = 0.0
    drip: float = 0.0


@dataclass
class Script:
    """What was asked, and where."""

    url: str
    asked: list[Asked]
    connections: Callable[[], int]


@contextlib.contextmanager
def scripted(*replies: Reply) -> Iterator[Script]:
    """Serves these replies, one a request; the last one again and again."""
    asked: list[Asked] = []
    connections = 0
    over = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def setup(self) -> None:
            nonlocal connections
            connections += 1
            super().setup()

        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            reply = replies[min(len(asked), len(replies) - 1)]
            asked.append(Asked(self.command, self.path, headers, body))
            over.wait(reply.delay)
            self._write(reply)

        do_GET = do_POST = do_PUT = do_DELETE = answer

        def _write(self, reply: Reply) -> None:
            lines = {"content-length": str(len(reply.body)), **reply.headers}
            head = f"HTTP/1.1 {reply.status} Scripted\r\n"
            head += "".join(f"{name}: {value}\r\n" for name, value in lines.items()) + "\r\n"
            message = head.encode() + (b"" if reply.status == 304 else reply.body)
            if reply.drip > 0:
                for each in message:
                    over.wait(reply.drip)
                    self.wfile.write(bytes([each]))
            else:
                self.wfile.write(message[: reply.cut])
            if reply.cut is not None:
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            """Prints nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        # All clients of a test may come at once.
        request_queue_size = 256

        def handle_error(self, *_: object) -> None:
            """Prints nothing of clients that hang up."""

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield Script(f"http://127.0.0.1:{server.server_port}", asked, lambda: connections)
    finally:
        over.set()
        server.shutdown()
        server.server_close()


def free_port() -> int:
    """Returns a port on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
