import { expect, it } from 'vitest'
import { layoutOf, SIZE } from '../../../slides/drawings/graph'

const graph = {
  inputs: ['x', 'y', 'z'],
  nodes: [
    { name: 'a', text: 'a', inputs: ['x', 'y'] },
    { name: 'b', text: 'b', inputs: ['a', 'z'] },
  ],
}

it('puts nodes under each other, and the input of a later node at the side', () => {
  const { inputs, boxes, edges, height } = layoutOf(graph)
  const [first, second] = boxes
  expect(second?.y).toBe((first?.y ?? 0) + SIZE.boxHeight + SIZE.gap)
  expect(inputs.get('x')?.x).toBeLessThan(inputs.get('y')?.x ?? 0)
  expect(inputs.get('z')?.x).toBeGreaterThan(SIZE.box)
  expect(edges.map(({ to, input }) => [to, input])).toEqual([
    [0, 'x'],
    [0, 'y'],
    [1, undefined],
    [1, 'z'],
  ])
  expect(edges[3]?.points.at(-1)).toEqual({ x: SIZE.box, y: (second?.y ?? 0) + SIZE.boxHeight / 2 })
  expect(height).toBeGreaterThan((second?.y ?? 0) + SIZE.boxHeight)
})
