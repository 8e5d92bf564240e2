import type * as PlotModule from '@observablehq/plot'
import { axis } from '../blocks/axis'
import { HALO, px, type Space, style, widthOf } from '../blocks/chart'
import type { Prediction } from '../rest/types'
import { guessed } from './prediction'

/** The guesses of a room as a histogram, and over it what was measured, with its interval. */
export function guessesChart(Plot: typeof PlotModule, prediction: Prediction, space: Space) {
  const { question, edges, bins, truth, interval } = prediction
  const { width, height, text } = space
  const [low, high] = [edges[0] ?? question.low, edges.at(-1) ?? question.high]
  const scale = question.kind === 'factor' ? 'log' : 'linear'
  const across = axis({ label: '', unit: '', scale }, [low, high], () => width / (5 * text))
  const clamp = (value: number) => Math.min(Math.max(value, low), high)
  const bars = (bins ?? []).map((count, i) => ({ count, from: edges[i], to: edges[i + 1] }))
  const x = { type: scale, domain: [low, high], range: [2 * text, width - 2.5 * text] } as const
  const at = truth == null ? undefined : clamp(truth)
  const words = truth == null ? '' : `measured ${guessed(truth, question)}`
  const place = at === undefined ? 0 : (Plot.scale({ x }).apply(at) as number)
  const right = place + widthOf(words, text) < width
  return Plot.plot({
    width,
    height,
    marginTop: 1.6 * text,
    marginBottom: 1.8 * text,
    marginLeft: 0,
    marginRight: 0,
    x,
    y: { axis: null },
    style: style(text),
    marks: [
      Plot.rectY(bars, { x1: 'from', x2: 'to', y: 'count', fill: 'var(--accent)', fillOpacity: 0.35, inset: 1 }),
      Plot.ruleY([0], { stroke: 'var(--line)' }),
      Plot.axisX(across.ticks, { tickSize: 0, label: null, text: (tick: number) => guessed(tick, question) }),
      interval
        ? Plot.rectX([interval], {
            x1: ([from]: number[]) => clamp(from ?? low),
            x2: ([, to]: number[]) => clamp(to ?? high),
            fill: 'var(--ink)',
            fillOpacity: 0.15,
          })
        : null,
      at === undefined ? null : Plot.ruleX([at], { stroke: 'var(--ink)', strokeWidth: 3 }),
      at === undefined
        ? null
        : Plot.text([words], {
            x: px(() => place + (right ? 6 : -6)),
            y: px(() => 0.7 * text),
            text: (one: string) => one,
            textAnchor: right ? 'start' : 'end',
            fontWeight: 700,
            fill: 'var(--ink)',
            ...HALO,
          }),
    ],
  })
}
