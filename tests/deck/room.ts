import type { Prediction, Question } from '../../addons/jaxlive/rest/types'

export function aQuestion(change: Partial<Question> = {}): Question {
  return {
    of: 'jit',
    metric: 'ratios.eager/jit',
    kind: 'factor',
    ask: 'How many times as fast?',
    choices: [],
    edges: [],
    low: 0.1,
    high: 10_000,
    unit: '',
    ...change,
  }
}

/** Eight guesses around 2, once enough have answered. */
export function aPrediction(change: Partial<Prediction> = {}): Prediction {
  return {
    id: 'p1',
    question: aQuestion(),
    state: 'open',
    at: '2026-11-22T10:00:00Z',
    voices: 8,
    edges: [0.1, 1, 10, 100],
    bins: [1, 6, 1],
    ...change,
  }
}
