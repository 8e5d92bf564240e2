import { expect, it } from 'vitest'
import { abreast, apart, placeLabels } from '../../../slides/lib/placeLabels'

const column = { text: 'chain', x: 100, top: 40, bottom: 60 }

it('puts a label below its column', () => {
  expect(placeLabels([column], [{ x: 100, y: 60 }], 200)).toEqual([{ ...column, y: 75 }])
})

it('moves a label further down where something is in its way', () => {
  const [label] = placeLabels([column], [{ x: 110, y: 78 }], 200)
  expect(label?.y).toBeGreaterThan(90)
})

it('puts a label above where there is no room below', () => {
  const [label] = placeLabels([column], [], 70)
  expect(label?.y).toBe(25)
})

it('keeps labels of neighbours apart', () => {
  const [first, second] = placeLabels([column, { ...column, text: 'matvec', x: 120 }], [], 200)
  expect((second?.y ?? 0) - (first?.y ?? 0)).toBeGreaterThanOrEqual(17)
})

it('moves labels of one column down until they do not touch', () => {
  expect(
    apart([
      { x: 0, y: 50 },
      { x: 0, y: 45 },
      { x: 0, y: 90 },
    ]).map(({ y }) => y),
  ).toEqual([45, 62, 90])
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
