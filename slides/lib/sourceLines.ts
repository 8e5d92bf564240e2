import type { Program } from '../rest/types'

const HUES = 8

/** The badge of a source line: its number on the slide, and its colour. */
export interface Badge {
  number: number
  hue: string
}

/** The source lines that some stage leads back to, numbered from 1 in the order of the file. */
export function badges(program: Program): Map<number, Badge> {
  const lines = program.stages.filter(({ name }) => name !== 'python').flatMap((stage) => stage.lines)
  const sources = [...new Set(lines.filter((line) => line !== null))].sort((a, b) => a - b)
  return new Map(sources.map((line, i) => [line, { number: i + 1, hue: `var(--hue-${(i % HUES) + 1})` }]))
}
