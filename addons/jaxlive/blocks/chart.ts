import type * as PlotModule from '@observablehq/plot'
import type { Series } from '../rest/types'
import { axis } from './axis'

/** Where a chart is drawn: px of its element, and of its letters. */
export interface Space {
  width: number
  height: number
  text: number
}

export interface Place {
  x: number
  y: number
}

/** Of what the axes enclose, in px. */
export interface Edges {
  top: number
  right: number
  bottom: number
}

type Axis = Series['x'] & { domain: readonly [number, number] }

/** A letter of Source Sans beside its size, on average, and what a short word of wide letters may have over that. */
const [LETTER, WIDE] = [0.52, 0.5]

/** Keeps text readable on what lies below it. */
export const HALO = { stroke: 'var(--surface)', strokeWidth: 4 } as const
export const GRID = { stroke: 'var(--line)', strokeOpacity: 1 } as const

/** The size of letters in results, in px: larger when the result has the slide for itself. */
export function textSize(element: Element): number {
  return Number.parseFloat(getComputedStyle(element).getPropertyValue('--text-result')) || 16
}

export function widthOf(words: string, text: number): number {
  return (words.length * LETTER + WIDE) * text
}

export function widest(words: readonly string[], text: number): number {
  return Math.max(0, ...words.map((one) => widthOf(one, text)))
}

/** A channel in pixels already, of a datum or by a function of it. */
export function px<D>(value: string | ((datum: D) => number)) {
  return { value, scale: null }
}

export function style(text: number) {
  return { fontFamily: 'var(--sans)', fontSize: `${text}px`, color: 'var(--ink)', background: 'none' }
}

/** What an axis can show: no null, and nothing up to zero on a logarithmic one. */
export function isShown(value: number | null, scale: Axis['scale']): value is number {
  return value !== null && (scale === 'linear' || value > 0)
}

/** The least and the greatest; before the first value, what any axis can show. */
export function extent(values: readonly (number | null)[], scale: Axis['scale']): [number, number] {
  const shown = values.filter((value) => isShown(value, scale))
  return shown.length ? [Math.min(...shown), Math.max(...shown)] : [1, 10]
}

/** Axes with their grid, as wide as their labels need, around what `top` and `right` leave; and where a point lies. */
export function frame(Plot: typeof PlotModule, space: Space, x: Axis, y: Axis, top: number, right: number) {
  const { width, height, text } = space
  const bottom = height - 2.9 * text
  const up = axis(y, y.domain, () => (bottom - top) / (2.2 * text))
  const left = widest(up.labels, text) + 6
  const across = axis(x, x.domain, (ends) => Math.min(8, (width - right - left) / (widest(ends, text) + text)))
  const scales = {
    x: { type: x.scale, domain: x.domain, range: [left, width - right] },
    y: { type: y.scale, domain: y.domain, range: [bottom, top] },
  }
  const [toX, toY] = [Plot.scale({ x: scales.x }), Plot.scale({ y: scales.y })]
  const margins = { marginTop: top, marginRight: right, marginBottom: height - bottom, marginLeft: left }
  return {
    options: { width, height, ...margins, ...scales, style: style(text), color: { type: 'identity' } } as const,
    edges: { top, right: width - right, bottom },
    place: <P extends Place>(point: P): P => ({ ...point, x: toX.apply(point.x), y: toY.apply(point.y) }),
    axes: [
      Plot.gridX(across.ticks, GRID),
      Plot.gridY(up.ticks, GRID),
      Plot.axisX(across.ticks, { ...across.look, tickSize: 0, labelOffset: 2.5 * text }),
      Plot.axisY(up.ticks, { ...up.look, tickSize: 0 }),
    ],
  }
}
