"""HTTP on a connection: uvicorn's parser in C (llhttp), with a limit on what it holds back.

By itself it takes heads of any size, and as much of trailers and chunk extensions.
"""

from time import perf_counter

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from jaxlive.web.protection import HEAD_LIMIT

ARRIVED = "arrived"
"""In a request's state: the moment of its last byte, by `perf_counter`."""


class LimitedHttp(HttpToolsProtocol):
    """Refuses, in plain text, bytes that lead to no end of a head, piece of a body or end of a message."""

    _held = 0
    _advanced = False

    def data_received(self, data: bytes) -> None:
        """Parse what has come; of it and what came before, `HEAD_LIMIT` bytes may lead to nothing."""
        self._advanced = False
        super().data_received(data)
        self._held = 0 if self._advanced else self._held + len(data)
        if self._held > HEAD_LIMIT:
            self.send_400_response(f"The request's head does not end within {HEAD_LIMIT} bytes: send less.")

    def on_headers_complete(self) -> None:
        """The head has come to its end; jaxlive.web.protection looks at its size."""
        self._advanced = True
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A piece of the body has come."""
        self._advanced = True
        super().on_body(body)

    def on_message_complete(self) -> None:
        """The request has come to its end: from here on, time is the server's."""
        self._advanced = True
        self.scope["state"][ARRIVED] = perf_counter()
        super().on_message_complete()
