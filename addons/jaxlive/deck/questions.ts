/** What a slide says of itself. */
export interface Head {
  title?: string
  frontmatter: Record<string, unknown>
}

export interface Chapter {
  title: string
  questions: { question: string; alias: string }[]
}

/** What slides with a `question` in their front matter answer, under the dividers that they follow. */
export function chaptersOf(slides: readonly Head[]): Chapter[] {
  const chapters: Chapter[] = []
  for (const { title = '', frontmatter } of slides) {
    if (frontmatter.layout === 'section') chapters.push({ title, questions: [] })
    else if (frontmatter.question)
      chapters.at(-1)?.questions.push({ question: String(frontmatter.question), alias: String(frontmatter.routeAlias) })
  }
  return chapters.filter(({ questions }) => questions.length)
}

/** Chapters for page `part` of `of`, whole and in order, with about as many questions on each. */
export function shareOf(chapters: readonly Chapter[], part: number, of: number): Chapter[] {
  const total = chapters.reduce((sum, { questions }) => sum + questions.length, 0)
  let before = 0
  return chapters.filter(({ questions }) => {
    const middle = before + questions.length / 2
    before += questions.length
    return Math.min(of - 1, Math.floor((middle / total) * of)) === part - 1
  })
}
