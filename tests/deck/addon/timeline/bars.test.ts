import { expect, it } from 'vitest'
import type { Timeline, TraceEvent } from '../../../../addons/jaxlive/rest/types'
import { barAt, layoutOf, neighbour } from '../../../../addons/jaxlive/timeline/bars'
import { fitted, lookOf } from '../../../../addons/jaxlive/timeline/timelineChart'
import { costWords, eventWords, summary } from '../../../../addons/jaxlive/timeline/words'
import { timeline } from '../../programs'

function event(name: string, start_s: number, duration_s: number, change: Partial<TraceEvent> = {}): TraceEvent {
  return { name, start_s, duration_s, depth: 0, ...change }
}

const block: Timeline = {
  ...timeline,
  lanes: [
    { name: 'python', events: [event('call', 0, 10), event('wait', 1, 2, { depth: 1 }), event('call', 11, 9)] },
    { name: 'worker', events: [event('sum', 4, 3, { hlo: 'sum.1', line: 12 })] },
  ],
}
const layout = layoutOf(block)
const [call, wait, second, sum] = layout.bars

it('stacks lanes, each below its name, and what is nested below what holds it', () => {
  expect(layout.names).toEqual([
    { name: 'python', row: 0 },
    { name: 'worker', row: 3 },
  ])
  expect(layout.bars.map(({ row }) => row)).toEqual([1, 2, 1, 4])
  expect(layout.rows).toBe(5)
  expect(layout.end).toBe(20)
})

it('finds the event under a pointer, or the nearest beside it', () => {
  expect(barAt(layout, 1, 5, 0)).toBe(call)
  expect(barAt(layout, 1, 10.4, 0.5)).toBe(call)
  expect(barAt(layout, 1, 10.6, 0.5)).toBe(second)
  expect(barAt(layout, 1, 10.5, 0.1)).toBeUndefined()
  expect(barAt(layout, 3, 5, 1)).toBeUndefined()
})

it('goes by keys through a lane, and to the event of the next lane that is nearest in time', () => {
  expect(neighbour(layout, undefined, 'ArrowRight')).toBe(call)
  expect(neighbour(layout, call, 'ArrowRight')).toBe(wait)
  expect(neighbour(layout, second, 'ArrowRight')).toBe(second)
  expect(neighbour(layout, second, 'ArrowLeft')).toBe(wait)
  expect(neighbour(layout, second, 'ArrowDown')).toBe(sum)
  expect(neighbour(layout, sum, 'ArrowDown')).toBe(sum)
  expect(neighbour(layout, sum, 'ArrowUp')).toBe(wait)
  expect(neighbour(layout, call, 'End')).toBe(sum)
})

it('says of an event what is known of it', () => {
  expect(sum && eventWords(sum.event)).toBe('sum, HLO sum.1, 3 s from 4 s, line 12')
  expect(wait && eventWords(wait.event)).toBe('wait, 2 s from 1 s')
})

it('says that a traced call is never a timing', () => {
  expect(costWords({ ...block, traced_s: 0.0013, plain_s: 0.001 })).toBe(
    'A traced call is never a timing: 1.3 ms with the trace, 1.3× as long as without',
  )
  expect(costWords({ ...block, traced_s: 0.001, plain_s: 0.001 })).toBe(
    'A traced call is never a timing: 1 ms with the trace',
  )
  expect(summary({ ...block, busy: 0.371 })).toBe(
    '4 events on 2 lanes in 3 calls; instructions ran in 37 % of the time',
  )
})

it('colours an event like its line of Python, and names it as far as there is room', () => {
  const badges = new Map([[12, { number: 1, hue: 'var(--hue-1)' }]])
  expect(sum && lookOf(sum.event, badges).fill).toBe('var(--hue-1)')
  expect(wait && lookOf(wait.event, badges).fill).toBe('var(--line)')
  expect(fitted('cosine_add_fusion', 300, 16)).toBe('cosine_add_fusion')
  expect(fitted('cosine_add_fusion', 90, 16)).toBe('cosine_a…')
  expect(fitted('cosine_add_fusion', 30, 16)).toBe('')
})
