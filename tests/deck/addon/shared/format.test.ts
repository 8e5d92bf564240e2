import { expect, it } from 'vitest'
import { age, bytes, digits, ratio, time } from '../../../../addons/jaxlive/shared/format'

it.each([
  [84.21e-3, '84.2 ms'],
  [31.9e-6, '31.9 µs'],
  [0.9999, '1 s'],
  [2.5e-10, '0.25 ns'],
])('writes %d s as %s', (seconds, text) => expect(time(seconds)).toBe(text))

it.each([
  [1715.3, '1,715'],
  [0.03174, '0.0317'],
  [0, '0'],
  [-2.618, '-2.62'],
  [5.6e-11, '5.60e-11'],
])('writes %d in three digits as %s', (value, text) => expect(digits(value)).toBe(text))

it.each([
  [1.04, '1.0'],
  [17.4, '17'],
  [1715.3, '1,715'],
])('writes the ratio %d as %s', (value, text) => expect(ratio(value)).toBe(text))

it.each([
  [-1, '0 s'],
  [59.9, '59 s'],
  [125, '2 min'],
  [7300, '2 h'],
])('writes an age of %d s as %s', (seconds, text) => expect(age(seconds)).toBe(text))

it.each([
  [0, '0 B'],
  [40_000_000, '40 MB'],
  [1_536_000_000, '1.54 GB'],
])('writes %d bytes as %s', (value, text) => expect(bytes(value)).toBe(text))
