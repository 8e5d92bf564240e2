import type { Prediction, Question } from '../rest/types'
import { digits, ratio } from '../shared/format'

type State = Prediction['state']
type Standing = Readonly<Record<string, Prediction>>

/** The same for all rounds of a question. */
export function keyOf({ of, metric }: Pick<Question, 'of' | 'metric'>): string {
  return `${of}:${metric}`
}

/** The predictions after one of them has moved; an idle one is forgotten. */
export function withPrediction(standing: Standing, moved: Prediction): Standing {
  const { [keyOf(moved.question)]: _, ...others } = standing
  return moved.state === 'idle' ? others : { ...others, [keyOf(moved.question)]: moved }
}

/** Where the key `p` and its button bring a question. */
export const NEXT: Record<State, State> = { idle: 'open', open: 'closed', closed: 'revealed', revealed: 'idle' }

/** What that is called on the button. */
export const ACT: Record<State, string> = {
  idle: 'Ask the room',
  open: 'Close',
  closed: 'Reveal',
  revealed: 'Put away',
}

/** A number as its question has it: 508×, 29 traces. */
export function guessed(value: number, { kind, unit, metric }: Question): string {
  if (kind === 'factor' || metric.startsWith('ratios.')) return `${ratio(value)}×`
  return unit ? `${digits(value)} ${unit}` : digits(value)
}

/** Which choice is right: the number of edges up to the truth. */
export function rightChoice({ question, truth }: Prediction): number | undefined {
  return truth == null ? undefined : question.edges.filter((edge) => edge <= truth).length
}

export function voices(count: number): string {
  return count === 1 ? '1 voice' : `${count.toLocaleString('en-US')} voices`
}

/** What the room knew, in a sentence; nothing of fewer voices than are told. */
export function verdict({ question, share, voices: count }: Prediction): string {
  if (share == null) return count ? voices(count) : ''
  const right = question.kind === 'choice' ? 'chose right' : 'came within a factor of two'
  return `${Math.round(100 * share)} % of ${voices(count)} ${right}`
}
