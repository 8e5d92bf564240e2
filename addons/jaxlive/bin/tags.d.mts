import type { Parameters } from '../rest/types'

interface Shown {
  cards: { name: string; pinned: Parameters; show: string[]; drawn: boolean }[]
  sweeps: { name: string; over: string; values: number[] }[]
  claims: { of: string; metric: string; bounds: Record<string, unknown> }[]
}

export function shown(content: string, folder: string): Shown
