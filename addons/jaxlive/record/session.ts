import type { Parameters, Prediction, Run } from '../rest/types'
import { contains } from '../runs/reduce'

/** What the server or the command line writes into the page. */
export interface Session {
  title: string
  slides: { title: string; alias: string; cards: { name: string; pinned: Parameters; drawn: boolean }[] }[]
  /** Oldest first. */
  runs: Run[]
  /** Those that these runs revealed. */
  predictions: Prediction[]
}

export interface Chapter {
  title: string
  runs: Run[]
}

/** The runs slide by slide, in the order in which the talk came to them; those of no slide are named at the end. */
export function chaptersOf({ slides, runs }: Session): Chapter[] {
  const chapters = new Map<string, Run[]>()
  const strays: Run[] = []
  for (const run of runs) {
    const own = slides.flatMap(({ title, cards }, i) =>
      cards
        .filter(({ name }) => name === run.experiment)
        .map(({ pinned, drawn }) => ({ pinned, drawn, title: `${i + 1}. ${title.replaceAll('`', '')}` })),
    )
    const fitting = own.filter(({ pinned }) => contains(run.params, pinned))
    const slide = fitting.find(({ drawn }) => !drawn) ?? fitting[0] ?? own[0]
    if (slide) chapters.set(slide.title, [...(chapters.get(slide.title) ?? []), run])
    else strays.push(run)
  }
  const shown = [...chapters].map(([title, runs]) => ({ title, runs }))
  return strays.length ? [...shown, { title: 'On no slide of this talk', runs: strays }] : shown
}

/** The machines that the runs were measured on, each once, with what was installed there. */
export function machinesOf(runs: readonly Run[]): string[] {
  const told = runs.flatMap(({ environment }) => {
    if (!environment) return []
    const { machine, cpu, devices, threads, python, versions, commit } = environment
    const where = devices.map(({ kind, name }) => `${kind} ${name}`).join(', ') || cpu
    const installed = Object.entries(versions).map((version) => version.join(' '))
    return [[machine, where, `${threads} threads`, `Python ${python}`, ...installed, commit].filter(Boolean).join(', ')]
  })
  return [...new Set(told)]
}
