import type { ThemeRegistration } from 'shiki'
import type { Prediction, Run } from './rest/types'

/** Runs by the paths of their files, MACHINE/EXPERIMENT.json: each is loaded when it is wanted. */
export type Recordings = Readonly<Record<string, () => Promise<Run>>>

/** How the slides write a variant, and the colour that it wears on all of them. */
export interface Look {
  label?: string
  colour?: string
}

/** What a talk hands to its deck. */
export interface Talk {
  /** Runs that were measured before the talk. */
  recordings: Recordings
  /** The logs of sources. They are quoted, so they never stand where a measured run would. */
  quoted: Recordings
  /** The last round of each question that a room has answered: recordings/predictions.json. */
  predictions: () => Promise<readonly Prediction[]>
  /** SVGs as text, by the paths of their files. */
  drawings: Readonly<Record<string, string>>
  /** By a variant's name, or the first word of it. */
  variants: Readonly<Record<string, Look>>
  /** The colours of programs and of code that is edited: the theme that Slidev highlights code with. */
  syntax?: ThemeRegistration
}

const NONE: Talk = { recordings: {}, quoted: {}, predictions: async () => [], drawings: {}, variants: {} }

export const talk: Talk = { ...NONE }

/** Call it in setup/main.ts of a talk that has some of this; without it a deck is as plain as its theme. */
export function provideTalk(own: Partial<Talk>): void {
  Object.assign(talk, NONE, { syntax: undefined }, own)
}
