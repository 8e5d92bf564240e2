/** What a slide says of itself. */
export interface Head {
  title?: string
  frontmatter: Record<string, unknown>
}

/** Where a slide stands: the title of its part, that place in words, and the share of each part that has been shown. */
export interface Place {
  title: string
  words: string
  part: number
  shown: number[]
}

/** Parts begin with a slide of the layout `section`; from the one with `appendix: true` on, slides count for themselves. */
export function placeOf(slides: Head[], page: number): Place {
  const appendix = slides.findIndex(({ frontmatter }) => frontmatter.appendix)
  const talk = appendix < 0 ? slides.length : appendix
  const title = slides.slice(0, page).findLast(isDivider)?.title ?? slides[0]?.title ?? ''
  if (page > talk) return { title, words: `A${page - talk} of ${slides.length - talk}`, part: 0, shown: [] }
  const starts = startsOf(slides.slice(0, talk))
  const part = starts.filter((start) => start < page).length
  const words = part && starts.length > 1 ? `Part ${part} of ${starts.length}` : ''
  const shown = starts.map((start, i) => share(page - start, (starts[i + 1] ?? talk) - start))
  return { title, words, part, shown }
}

/** A talk without dividers is one part. */
function startsOf(talk: Head[]): number[] {
  const dividers = talk.flatMap((slide, i) => (isDivider(slide) ? [i] : []))
  return dividers.length ? dividers : [0]
}

function isDivider({ frontmatter }: Head): boolean {
  return frontmatter.layout === 'section'
}

function share(count: number, of: number): number {
  return Math.min(1, Math.max(0, count / of))
}
