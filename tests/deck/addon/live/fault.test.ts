import { describe, expect, it } from 'vitest'
import { codeWords, containmentWords, refusalWords } from '../../../../addons/jaxlive/live/edited'
import { faultOf } from '../../../../addons/jaxlive/live/fault'
import type { Problem } from '../../../../addons/jaxlive/rest/types'
import { aRun } from '../../runs'

const wrong = { field: 'code', message: 'invalid syntax', got: 'def (', line: 2, column: 5 }
const refused: Problem = { type: '', title: 'Bad parameters', status: 422, detail: '', errors: [wrong], log: [] }
const edited = { code: 'a', difference: '' }

describe('a fault', () => {
  it('is where code was refused', () => {
    expect(faultOf('a', refused)).toEqual({ line: 2, column: 5, message: 'invalid syntax' })
    expect(faultOf('a', { ...refused, errors: [{ field: 'size', message: '', got: '' }] })).toBeUndefined()
  })

  it('is where the run of just this code broke off', () => {
    const raised = { ...refused, title: 'ValueError', detail: 'no', errors: [{ ...wrong, line: 3, column: null }] }
    const run = aRun({ status: 'failed', edited, problem: raised })
    expect(faultOf('a', undefined, run)).toEqual({ line: 3, column: undefined, message: 'ValueError: no' })
    expect(faultOf('b', undefined, run)).toBeUndefined()
    expect(faultOf(undefined, undefined, aRun({ problem: raised }))).toBeUndefined()
  })
})

it('says how the code of a run stands to that of the slide', () => {
  const words = [codeWords(aRun(), undefined), codeWords(aRun({ edited }), 'a'), codeWords(aRun({ edited }), 'b')]
  expect(words).toEqual(['', 'edited code', 'an earlier edit'])
  expect(codeWords(aRun(), 'a')).toBe('before the edit')
})

it('says what holds edited code, and why there is no editor', () => {
  expect(containmentWords('bubblewrap')).toContain('no network')
  expect(containmentWords('limits')).toContain('limits only')
  expect(refusalWords(null)).toBe('Live code is off: restart with serve --live-code')
  expect(refusalWords('limits')).toBe('Only the presenter may edit this')
})
