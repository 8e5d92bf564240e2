import { expect, it } from 'vitest'
import { abreast, apart, placeLabels } from '../../../../addons/jaxlive/blocks/placeLabels'

/** Of letters, in px. */
const SIZE = 14
const edges = { top: 0, bottom: 200 }
const column = { text: 'chain', x: 100, top: 40, bottom: 60 }

it('puts a label below its column', () => {
  expect(placeLabels([column], [{ x: 100, y: 60 }], edges, SIZE)).toEqual([{ ...column, y: 60 + 1.05 * SIZE }])
})

it('moves a label further down where something is in its way', () => {
  const [label] = placeLabels([column], [{ x: 110, y: 78 }], edges, SIZE)
  expect(label?.y).toBeGreaterThan(90)
})

it('puts a label above where there is no room below', () => {
  const [label] = placeLabels([column], [], { top: 0, bottom: 70 }, SIZE)
  expect(label?.y).toBeLessThan(column.top)
})

it('keeps labels of neighbours apart', () => {
  const [first, second] = placeLabels([column, { ...column, text: 'matvec', x: 120 }], [], edges, SIZE)
  expect((second?.y ?? 0) - (first?.y ?? 0)).toBeGreaterThanOrEqual(17)
})

function ys(...labels: [string, number][]): number[] {
  return apart(
    labels.map(([text, y]) => ({ text, x: 0, y })),
    SIZE,
    edges,
  ).map(({ y }) => y)
}

it('moves labels of one column apart until they do not touch', () => {
  const [first, second, third] = ys(['a', 50], ['b', 45], ['c', 90])
  expect([first, third]).toEqual([45, 90])
  expect((second ?? 0) - 45).toBeGreaterThanOrEqual(SIZE)
})

it('gives a label of two lines the room of two', () => {
  const [first, second] = ys(['a', 50], ['b\nc', 50])
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(1.5 * SIZE)
})

it('moves labels up where the chart ends', () => {
  const [first, second] = ys(['a', 195], ['b', 200])
  expect(first).toBeLessThan(195)
  expect(second).toBeLessThanOrEqual(edges.bottom + SIZE)
})

it('puts dots that would cover each other side by side', () => {
  const dots = [
    { x: 100, y: 50 },
    { x: 100, y: 52 },
    { x: 100, y: 90 },
    { x: 200, y: 50 },
  ]
  expect(abreast(dots, 10).map(({ x }) => x)).toEqual([100, 110, 100, 200])
})
