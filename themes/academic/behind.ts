import type { Head } from './place'

/** The slides that `behind` in a slide's front matter names, each by its `routeAlias`; a short talk may lack them. */
export function behind(slides: Head[], page: number): { alias: string; title: string }[] {
  const named = [slides[page - 1]?.frontmatter.behind ?? []].flat()
  return named.flatMap((alias) => {
    const slide = slides.find(({ frontmatter }) => frontmatter.routeAlias === alias)
    return slide ? [{ alias: String(alias), title: (slide.title ?? '').replaceAll('`', '') }] : []
  })
}
