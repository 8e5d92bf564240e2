"""What on a slide is too small for the last row, and what of it is cut off or has to be scrolled to."""

from playwright.sync_api import Page

EXEMPT_FROM_SIZES = {
    ".katex": "KaTeX sets indices and exponents, whose base is of the size of the text",
    "sup, sub": "an index, whose base is of the size of the text",
}
EXEMPT_FROM_CUTS = {
    ".facts": "the quiet line leaves out whole facts where there is no room; the details have them",
    ".katex": "KaTeX draws rules and roots by clipping",
    ".visually-hidden": "for screen readers alone",
    ".passes .view .listing": "HLO is as long as it is: it scrolls, and what a pass did to it stands above",
}

# The least size of text in canvas px, by where it stands: the first selector that fits counts.
LEAST = [
    (".headline strong", 64),
    (".slidev-code, .cm-content", 18),
    (".card-bar, .listing .side", 14),
    (".program [role=listbox]", 16),
    (".passes .foot, .passes .more, .timeline .foot", 14),
    (".program", 14),  # counts, search, what the compiler counts: they stand beside the listings
    (".experiment .body", 16),
    ("*", 14),
]

SMALL = """([page, least, exempt]) => {
  const layout = document.querySelector(`#slide-content .slidev-page-${page} .slidev-layout`)
  const scale = layout.getBoundingClientRect().width / layout.offsetWidth
  const turned = (matrix) => (matrix ? Math.hypot(matrix.a, matrix.b) : 0)
  const size = (element) => {
    const drawn = element instanceof SVGElement ? turned(element.getScreenCTM()) / scale : 1
    return parseFloat(getComputedStyle(element).fontSize) * (drawn || 1)
  }
  const seen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest(exempt)
  const walker = document.createTreeWalker(layout, NodeFilter.SHOW_TEXT)
  const out = new Set()
  for (let node; (node = walker.nextNode()); ) {
    const element = node.parentElement
    if (!node.data.trim() || !seen(element)) continue
    if (!size(element)) continue // left out of a long line, there to be copied
    const [, most] = least.find(([selector]) => element.closest(selector))
    if (size(element) < most - 0.1)
      out.add(`slide ${page}: ${size(element).toFixed(1)} px, not ${most}: ${node.data.trim().slice(0, 40)}`)
  }
  return [...out]
}"""

CUT = """([page, exempt]) => {
  const layout = document.querySelector(`#slide-content .slidev-page-${page} .slidev-layout`)
  const out = []
  for (const element of layout.querySelectorAll('*')) {
    if (element.closest(exempt) || !element.checkVisibility({ opacityProperty: true })) continue
    const { overflowX, overflowY } = getComputedStyle(element)
    const wide = overflowX === 'visible' ? 0 : element.scrollWidth - element.clientWidth
    const high = overflowY === 'visible' ? 0 : element.scrollHeight - element.clientHeight
    if (wide > 1 || high > 1)
      out.push(`slide ${page}: ${element.tagName}.${element.className} lacks ${wide} x ${high} px`)
  }
  return out
}"""


def too_small(page: Page, number: int) -> list[str]:
    """Text of the slide in view that is smaller than its place asks for."""
    exempt = ", ".join([*EXEMPT_FROM_SIZES, ".visually-hidden"])
    found: list[str] = page.evaluate(SMALL, [number, LEAST, exempt])
    return found


def cut_off(page: Page, number: int) -> list[str]:
    """What of the slide in view is cut off at rest or has to be scrolled to, and by how much."""
    found: list[str] = page.evaluate(CUT, [number, ", ".join(EXEMPT_FROM_CUTS)])
    return found
