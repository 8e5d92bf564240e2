import { expect, it } from 'vitest'
import { axis, linearTicks, logTicks } from '../../../../addons/jaxlive/blocks/axis'

it('puts ticks at round numbers, no more than fit', () => {
  expect(linearTicks(0, 97, 5)).toEqual([0, 20, 40, 60, 80])
  expect(linearTicks(-0.9, 1, 4)).toEqual([-0.5, 0, 0.5, 1])
  expect(linearTicks(1, 3, 5)).toEqual([1, 2, 3])
  expect(linearTicks(3, 3, 4)).toEqual([3])
})

it('puts ticks at decades, at fewer where they do not fit, and finer where there is only one', () => {
  expect(logTicks(1, 1000, 4)).toEqual([1, 10, 100, 1000])
  expect(logTicks(1, 1000, 2)).toEqual([1, 100])
  expect(logTicks(3, 60, 4)).toEqual([5, 10, 20, 50])
  expect(logTicks(3, 3, 4)).toEqual([3])
})

it('reads as its unit is read', () => {
  const seconds = axis({ label: 'time', unit: 's', scale: 'log' }, [1e-5, 1e-3], () => 9)
  expect(seconds.labels).toEqual(['10 µs', '100 µs', '1 ms'])
  expect(seconds.look.label).toBe('time')
  expect(axis({ label: 'right', unit: '%', scale: 'linear' }, [0, 100], () => 2).look.label).toBe('right (%)')
})
