import { expect, it } from 'vitest'
import { difference } from '../../../../addons/jaxlive/live/difference'
import { replacement } from '../../../../addons/jaxlive/live/replacement'

const drawn = (before: string, after: string) => difference(before, after).map(({ sign, text }) => sign + text)

it.each([
  ['the same', 'a\nb', 'a\nb', [' a', ' b']],
  ['a line changed', 'a\nb\nc', 'a\nB\nc', [' a', '-b', '+B', ' c']],
  ['two lines for one', 'a\nb', 'a\nc\nd', [' a', '-b', '+c', '+d']],
  ['lines put in front', 'a', 'x\ny\na', ['+x', '+y', ' a']],
  ['lines left out', 'a\nb\nc', 'c', ['-a', '-b', ' c']],
  ['a line at the end', 'a', 'a\nb', [' a', '+b']],
])('shows %s', (_, before, after, lines) => {
  expect(drawn(before, after)).toEqual(lines)
})

it.each([
  ['', 'abc'],
  ['abc', ''],
  ['abc', 'abc'],
  ['a b c', 'a x c'],
  ['aaa', 'aa'],
  ['aa', 'aaa'],
  ['one\ntwo', 'one\n2\ntwo'],
])('replaces one stretch to get from %j to %j', (before, after) => {
  const { from, to, insert } = replacement(before, after)
  expect(before.slice(0, from) + insert + before.slice(to)).toBe(after)
  if (before === after) expect([to - from, insert]).toEqual([0, ''])
})
