import * as Plot from '@observablehq/plot'
import { expect, it } from 'vitest'
import { borders, heatmapChart, summary } from '../../../../addons/jaxlive/blocks/heatmapChart'
import type { Heatmap } from '../../../../addons/jaxlive/rest/types'

const SPACE = { width: 404, height: 300, text: 16 }
const map: Heatmap = {
  kind: 'heatmap',
  label: 'landing',
  x: { label: 'angle', unit: 'rad', scale: 'linear' },
  y: { label: 'speed', unit: 'm/s', scale: 'linear' },
  value: { label: 'lands at', unit: 'm', scale: 'linear' },
  xs: [0.2, 0.4, 0.6],
  ys: [10, 20],
  cells: [
    [1, 2, 3],
    [4, null, 6],
  ],
  level: 2.5,
}

function rectangles(chart: Element) {
  return [...chart.querySelectorAll('[aria-label="rect"]')].map((mark) => [...mark.querySelectorAll('rect')])
}

it('borders lie between neighbours, and as far beyond the ends', () => {
  expect(borders([1, 2, 4])).toEqual([0.5, 1.5, 3, 5])
  expect(borders([3])).toEqual([2.5, 3.5])
})

it('has a cell for each known value, the greater the more of the hue, and names what it shows', () => {
  const chart = heatmapChart(Plot, map, SPACE)
  const fills = rectangles(chart)[0]?.map((cell) => Number(/(\d+)%/.exec(cell.getAttribute('fill') ?? '')?.[1]))
  expect(fills).toEqual([0, 20, 40, 60, 100])
  expect(chart.textContent).toContain('lands at (m)')
  expect(chart.textContent).toContain('angle (rad)')
})

it('cells fill what the axes enclose', () => {
  const cells = rectangles(heatmapChart(Plot, map, SPACE))[0] ?? []
  const area = cells.reduce(
    (sum, cell) => sum + Number(cell.getAttribute('width')) * Number(cell.getAttribute('height')),
    0,
  )
  const [first, last] = [cells[0], cells.at(-1)]
  const width = Number(last?.getAttribute('x')) + Number(last?.getAttribute('width')) - Number(first?.getAttribute('x'))
  const height =
    Number(first?.getAttribute('y')) + Number(first?.getAttribute('height')) - Number(last?.getAttribute('y'))
  expect(area).toBeCloseTo((width * height * 5) / 6, 0)
})

it('draws a line where the value is the level, and none without one', () => {
  const contours = (level: number | null) =>
    heatmapChart(
      Plot,
      {
        ...map,
        cells: [
          [1, 2, 3],
          [4, 5, 6],
        ],
        level,
      },
      SPACE,
    ).querySelectorAll('[aria-label="contour"] path')
  expect(contours(2.5).length).toBeGreaterThan(0)
  expect(contours(null)).toHaveLength(0)
})

it('says in words where the least and the greatest lie', () => {
  expect(summary(map)).toBe('lands at from 1 m at angle 0.2 and speed 10 to 6 m at angle 0.6 and speed 20')
  expect(summary({ ...map, cells: [[null]] })).toBe('lands at: no value yet')
})

it('has a scale also for values that are all the same', () => {
  expect(heatmapChart(Plot, { ...map, cells: [[2, 2, 2]] }, SPACE).querySelectorAll('rect').length).toBeGreaterThan(40)
})
