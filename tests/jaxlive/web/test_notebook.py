"""The notebook of an experiment over HTTP; this talk's app has the recordings."""

import nbformat

from tests.jaxlive.web.own_app import get


def test_it_is_a_file_that_links_back() -> None:
    answer = get("/api/experiments/grad/notebook")
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == 'attachment; filename="grad.ipynb"'
    assert "http://localhost/grad" in nbformat.reads(answer.text, 4).cells[0].source


def test_an_unknown_one_is_named() -> None:
    answer = get("/api/experiments/gard/notebook")
    assert answer.status_code == 404
    assert "grad" in answer.json()["detail"]
