"""The record over HTTP: a page whose script the headers let run, once something has run."""

from pathlib import Path

from jaxlive.project import BUILT
from jaxlive.runs.record import PAGE, PLACE
from jaxlive.web.headers import digest
from tests.forked import small_server


def test_it_has_what_ran_or_says_why_not(tmp_path: Path) -> None:
    (tmp_path / PAGE).write_text(f"<body>{PLACE}<script>draw()</script></body>")
    (tmp_path / BUILT).write_text('{"slides": []}')
    with small_server(deck=str(tmp_path)) as server:
        before = server.client.get("/record")
        assert before.status_code == 404
        assert "nothing has run yet" in before.json()["detail"]
        server.client.post("/api/experiments/grad").raise_for_status()
        answer = server.client.get("/record")
        plain = server.client.get("/record", headers={"accept-encoding": "identity"})
        server.client.post("/api/experiments/grad").raise_for_status()
        after = server.client.get("/record")
    assert '"experiment":"grad"' in answer.text
    assert answer.headers["content-encoding"] == "gzip"
    assert plain.text == answer.text
    assert [one.text.count('"experiment":"grad"') for one in (answer, after)] == [1, 2]
    assert f"'{digest('draw()')}'" in answer.headers["content-security-policy"]
