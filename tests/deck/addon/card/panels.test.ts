import { describe, expect, it } from 'vitest'
import { panelsOf, stacks } from '../../../../addons/jaxlive/card/panels'
import type { Block } from '../../../../addons/jaxlive/rest/types'
import { printed, someTimings } from '../../runs'

const note: Block = { kind: 'note', text: 'Half of it is the dtype.' }
const blocks = [someTimings(), note, printed('out'), printed('more_out')]

describe('panelsOf', () => {
  it('puts a note under the block before it', () => {
    expect(panelsOf(blocks, []).map(({ title, notes }) => [title, notes.length])).toEqual([
      ['float32', 1],
      ['out', 0],
      ['more out', 0],
    ])
  })

  it('lets a note that comes first stand alone', () => {
    expect(panelsOf([note], [])).toMatchObject([{ title: 'note', block: note }])
  })

  it('picks by kind or label, in the order asked for', () => {
    expect(panelsOf(blocks, ['more out', 'timings']).map(({ title }) => title)).toEqual(['more out', 'float32'])
  })
})

describe('stacks', () => {
  it('is for text alone', () => {
    expect(stacks(panelsOf(blocks, ['printed']))).toBe(true)
    expect(stacks(panelsOf(blocks, []))).toBe(false)
  })
})
