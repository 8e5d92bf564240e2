"""What a connection may send without coming to an end of it."""

import socket
from contextlib import closing

import httpx
import pytest

from jaxlive.web.protection import HEAD_LIMIT
from tests.running import RunningServer

PIECES = 8 * 2**20 // 4096
CHUNKED = b"POST /api/runs HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"


def answer_to(server: RunningServer, start: bytes, piece: bytes) -> tuple[int, bytes]:
    """How many bytes were taken of a start and pieces without end, and what was answered."""
    address = ("127.0.0.1", httpx.URL(server.url).port or 0)
    with closing(socket.create_connection(address, timeout=20)) as connection:
        connection.sendall(start)
        sent = 0
        try:
            for _ in range(PIECES):
                connection.sendall(piece)
                sent += len(piece)
            return sent, connection.recv(65536)
        except OSError:  # closed by the server, which may be heard before its answer
            return sent, b""


@pytest.mark.parametrize(
    ("start", "piece"),
    [
        (b"GET /", b"a" * 4096),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nLong: ", b"a" * 4096),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"A: b\r\n" * 700),
        (b"", b"\r\n" * 2048),
        (CHUNKED + b"1;", b"a" * 4096),
        (CHUNKED + b"1\r\na\r\n0\r\n", b"A: b\r\n" * 700),
    ],
    ids=["line", "value", "headers", "empty lines", "chunk extension", "trailers"],
)
def test_a_head_or_trailer_without_end_is_refused_before_it_takes_memory(
    server: RunningServer, start: bytes, piece: bytes
) -> None:
    sent, answer = answer_to(server, start, piece)
    assert sent < PIECES * len(piece)
    assert answer == b"" or b" 400 " in answer.partition(b"\r\n")[0]


def test_it_is_refused_in_words_and_with_the_headers_of_every_answer(server: RunningServer) -> None:
    address = ("127.0.0.1", httpx.URL(server.url).port or 0)
    with closing(socket.create_connection(address, timeout=20)) as connection:
        connection.sendall(b"GET /" + b"a" * (HEAD_LIMIT + 1))
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    head, _, text = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400 ")
    assert b"x-content-type-options: nosniff" in head.lower()
    assert f"{HEAD_LIMIT}" in text.decode()


def test_requests_in_one_packet_are_all_answered(server: RunningServer) -> None:
    request = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    body = b'{"number": 3}'
    post = b"POST /api/experiments/echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    post += b"Content-Length: %d\r\n\r\n" % len(body) + body
    last = request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    address = ("127.0.0.1", httpx.URL(server.url).port or 0)
    with closing(socket.create_connection(address, timeout=20)) as connection:
        connection.sendall(request + post + last)
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
    assert answer.count(b"HTTP/1.1 200 OK") == 3
    assert answer.count(b'"status":"done"') == 1
