"""What axe finds on a slide: whom it keeps out."""

from playwright.sync_api import Page

from tests.running import ROOT

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"

# In dark only colours differ.
VIOLATIONS = """async ([number, scheme]) => {
  document.documentElement.classList.toggle('dark', scheme === 'dark')
  const runOnly = scheme === 'dark' ? ['color-contrast'] : undefined
  const options = { runOnly, resultTypes: ['violations'] }
  const { violations } = await axe.run(`#slideshow .slidev-page-${number}`, options)
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html }) =>
      `slide ${number}, ${scheme}: ${id}: ${html.slice(0, 160)}`))
}"""


def load_axe(page: Page) -> None:
    """Once for each load of the page."""
    page.evaluate(AXE.read_text())


def violations(page: Page, number: int, scheme: str) -> list[str]:
    """On the slide in view; it stays in this scheme."""
    found: list[str] = page.evaluate(VIOLATIONS, [number, scheme])
    return found
