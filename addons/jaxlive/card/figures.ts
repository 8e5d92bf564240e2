import type * as PlotModule from '@observablehq/plot'
import { heatmapChart } from '../blocks/heatmapChart'
import { seriesChart } from '../blocks/seriesChart'
import { timingsChart } from '../blocks/timingsChart'
import { loadPlot } from '../blocks/usePlot'
import { badgesOf } from '../program/sourceLines'
import type { Block } from '../rest/types'
import { layoutOf } from '../timeline/bars'
import { timelineChart } from '../timeline/timelineChart'

/** As wide as a page of text, in px. */
const SPACE = { width: 800, height: 450, text: 18 } as const
/** Around it, in px: where the talk's letters are missing, others are wider. */
const MARGIN = { x: 48, y: 12 }

/** The chart of a block as an SVG file; undefined for a block that has none. */
export async function figureOf(block: Block): Promise<string | undefined> {
  const chart = chartOf(await loadPlot(), block)
  return chart && alone(chart)
}

function chartOf(Plot: typeof PlotModule, block: Block): Element | undefined {
  switch (block.kind) {
    case 'timings':
      return timingsChart(Plot, block.rows, SPACE)
    case 'series':
      return seriesChart(Plot, block, SPACE)
    case 'heatmap':
      return heatmapChart(Plot, block, SPACE)
    case 'timeline': {
      const layout = layoutOf(block)
      const badges = badgesOf(layout.bars.map(({ event }) => event.line ?? null))
      return timelineChart(Plot, layout, badges, SPACE)
    }
    default:
      return undefined
  }
}

/** A file knows none of the page's variables, nor what lies behind the chart; and few programs mix colours. */
function alone(chart: Element): string {
  const page = getComputedStyle(document.documentElement)
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const resolved = (said: string, name: string) => page.getPropertyValue(name).trim().replaceAll('"', "'") || said
  const [width, height] = [SPACE.width + 2 * MARGIN.x, SPACE.height + 2 * MARGIN.y]
  const box = { x: -MARGIN.x, y: -MARGIN.y, width, height }
  set(chart, { width, height, viewBox: Object.values(box).join(' ') })
  const background = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  set(background, { ...box, fill: 'var(--surface)' })
  chart.prepend(background)
  return new XMLSerializer()
    .serializeToString(chart)
    .replace(/var\((--[\w-]+)\)/g, resolved)
    .replace(/color-mix\([^"]*\)/g, (mix) => (canvas ? painted(canvas, mix) : mix))
}

function set(element: Element, attributes: Record<string, string | number>) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
}

function painted(canvas: CanvasRenderingContext2D, colour: string): string {
  canvas.fillStyle = colour
  canvas.fillRect(0, 0, 1, 1)
  return `rgb(${canvas.getImageData(0, 0, 1, 1).data.slice(0, 3).join(',')})`
}
