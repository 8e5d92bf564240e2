"""A printed deck gets its outline, and links of its own."""

import subprocess
from pathlib import Path
from typing import Any

from pypdf import PdfReader, PdfWriter
from pypdf.annotations import Link

from tests.running import ROOT

DECK = """---
layout: cover
---

# A talk

---
layout: section
---

# A part

---
routeAlias: why
---

# What `jit` does

<Experiment name="jit" :params="{ array_length: 10 }" />
<Experiment name="jit" />

---
speaker: true
---

# For the speaker
"""


def printed(folder: Path, *links: str) -> subprocess.CompletedProcess[str]:
    """Three pages, the first with these links, after the tool has seen them."""
    pdf = PdfWriter()
    for _ in range(3):
        pdf.add_blank_page(160, 90)
    for link in links:
        pdf.add_annotation(0, Link(rect=(0, 0, 10, 10), url=link))
    pdf.write(folder / "talk.pdf")
    (folder / "talk.md").write_text(DECK)
    command = ["node", "tools/paper.mjs", str(folder / "talk.pdf"), str(folder / "talk.md")]
    return subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)


def test_parts_hold_slides_which_name_their_experiments(tmp_path: Path) -> None:
    assert printed(tmp_path).returncode == 0
    pdf: Any = PdfReader(tmp_path / "talk.pdf")
    *parts, slides = pdf.outline
    (slide,) = slides
    assert [one.title for one in (*parts, slide)] == ["A talk", "A part", "What jit does  /jit"]
    assert pdf.get_destination_page_number(slide) == 2


def test_links_lead_to_pages(tmp_path: Path) -> None:
    assert printed(tmp_path, "http://localhost:18724/why", "https://jax.dev/", "data:,x").returncode == 0
    pdf: Any = PdfReader(tmp_path / "talk.pdf")
    inside, outside = (link.get_object() for link in pdf.pages[0]["/Annots"])
    assert pdf.get_page_number(inside["/Dest"][0].get_object()) == 2
    assert outside["/A"]["/URI"] == "https://jax.dev/"


def test_a_link_to_nowhere_is_named(tmp_path: Path) -> None:
    told = printed(tmp_path, "http://localhost:18724/gone").stderr
    assert "a link leads to /gone" in told
