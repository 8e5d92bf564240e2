/** An operation of a graph. `inputs` are names of the graph's inputs or of other nodes. */
export interface Node {
  name: string
  /** The result's own words for it. */
  text: string
  /** The line of Python that it came from. */
  python?: string
  inputs: readonly string[]
}

export interface Graph {
  inputs: readonly string[]
  /** In the order in which they run. */
  nodes: readonly Node[]
}

interface Point {
  x: number
  y: number
}

export interface Box {
  node: Node
  y: number
}

export interface Edge {
  /** The index of the node that it leads to. */
  to: number
  /** The input that it comes from, unless that is a node. */
  input: string | undefined
  points: readonly Point[]
}

export interface Layout {
  inputs: ReadonlyMap<string, Point>
  boxes: readonly Box[]
  edges: readonly Edge[]
  height: number
}

/** In px of the canvas. */
export const SIZE = { width: 268, box: 238, boxHeight: 48, gap: 20, radius: 12 }

const top = (row: number) => 2 * SIZE.radius + SIZE.gap + row * (SIZE.boxHeight + SIZE.gap)

/** Nodes one under the other; inputs above, those that only a later node uses at the right, with an edge down the side. */
export function layoutOf({ inputs, nodes }: Graph): Layout {
  const [first, ...others] = nodes
  const late = inputs.filter(
    (name) => !first?.inputs.includes(name) && others.some((node) => node.inputs.includes(name)),
  )
  const early = inputs.filter((name) => !late.includes(name))
  const places = new Map<string, Point>([
    ...early.map((name, i) => [name, above((SIZE.box * (i + 1)) / (early.length + 1))] as const),
    ...late.map((name) => [name, above(SIZE.width - SIZE.radius - 2)] as const),
  ])
  const boxes = nodes.map((node, row) => ({ node, y: top(row) }))
  const edges = boxes.flatMap((box, to) => box.node.inputs.map((name) => edge(name, box, to, boxes, places)))
  return { inputs: places, boxes, edges, height: top(nodes.length) - SIZE.gap + 2 }
}

const above = (x: number): Point => ({ x, y: SIZE.radius + 1 })

function edge(name: string, box: Box, to: number, boxes: readonly Box[], inputs: Layout['inputs']): Edge {
  const input = inputs.get(name)
  if (!input) {
    const from = boxes.find(({ node }) => node.name === name)
    const x = SIZE.box / 2
    return {
      to,
      input: undefined,
      points: [
        { x, y: (from?.y ?? 0) + SIZE.boxHeight },
        { x, y: box.y },
      ],
    }
  }
  const start = { x: input.x, y: input.y + SIZE.radius }
  if (input.x < SIZE.box) return { to, input: name, points: [start, { x: input.x, y: box.y }] }
  const y = box.y + SIZE.boxHeight / 2
  return { to, input: name, points: [start, { x: input.x, y }, { x: SIZE.box, y }] }
}
