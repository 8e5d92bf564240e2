import type * as PlotModule from '@observablehq/plot'
import { type Space, style, widest } from '../blocks/chart'
import { isPass, type Step } from './steps'

/** Instructions and fusions after each pass as two lines over all passes; a dot is a pass that changed something. */
export function stripChart(Plot: typeof PlotModule, steps: readonly Step[], chosen: Step | undefined, space: Space) {
  const { width, height, text } = space
  const passes = steps.filter(isPass)
  const last = passes.at(-1)?.after ?? { instructions: 0, fusions: 0 }
  const ends = [
    { y: last.instructions, name: `${last.instructions} instructions`, colour: 'var(--ink)' },
    { y: last.fusions, name: `${last.fusions} ${last.fusions === 1 ? 'fusion' : 'fusions'}`, colour: 'var(--accent)' },
  ]
  const most = Math.max(1, ...passes.flatMap(({ before, after }) => [before.instructions, after.instructions]))
  const line = (key: 'instructions' | 'fusions', stroke: string) =>
    Plot.lineY(passes, { x: 'place', y: ({ after }: Step) => after[key], stroke, strokeWidth: 2, curve: 'step-after' })
  return Plot.plot({
    width,
    height,
    marginTop: text / 2,
    marginBottom: text / 2,
    marginLeft: 6,
    marginRight:
      widest(
        ends.map(({ name }) => name),
        text,
      ) + 10,
    style: style(text),
    x: { axis: null, domain: [0, Math.max(passes.length - 1, 1)] },
    y: { axis: null, domain: [0, most] },
    marks: [
      Plot.ruleY([0], { stroke: 'var(--line)' }),
      chosen && Plot.ruleX([chosen.place], { stroke: 'var(--accent)', strokeWidth: 2, strokeDasharray: '2 3' }),
      line('instructions', 'var(--ink)'),
      line('fusions', 'var(--accent)'),
      Plot.dot(
        passes.filter(({ shows }) => shows),
        {
          x: 'place',
          y: ({ after }: Step) => after.instructions,
          r: (step: Step) => (step === chosen ? 7 : 4),
          fill: (step: Step) => (step === chosen ? 'var(--accent)' : 'var(--ink)'),
        },
      ),
      endNames(Plot, ends, most, space),
    ],
    r: { type: 'identity' },
    color: { type: 'identity' },
  })
}

/** At the right, apart from each other. */
function endNames(
  Plot: typeof PlotModule,
  ends: { y: number; name: string; colour: string }[],
  most: number,
  { height, text }: Space,
) {
  const apart = (most * 1.1 * text) / Math.max(height - text, 1)
  const [upper = 0, lower = 0] = ends.map(({ y }) => y)
  const high = Math.max(upper, lower + apart)
  const placed = ends.map((end, i) => ({ ...end, y: i === 0 ? Math.min(high, most) : Math.min(lower, most - apart) }))
  return Plot.text(placed, {
    y: 'y',
    text: 'name',
    fill: 'colour',
    fontWeight: 600,
    frameAnchor: 'right',
    textAnchor: 'start',
    dx: 8,
  })
}
