import { expect, it } from 'vitest'
import { driftWords } from '../../../../addons/jaxlive/card/drift'
import type { Environment } from '../../../../addons/jaxlive/rest/types'
import { aRow, aRun, someTimings } from '../../runs'

const environment = { machine: 'vm-2-cores' } as Environment
const before = someTimings({ rows: [aRow('eager', 0.2), aRow('jit', 0.1)] })
const recording = aRun({ source: 'recorded', environment, blocks: [before] })

it('holds each median against that of the rehearsal, and says which', () => {
  const now = someTimings({ rows: [aRow('jit', 0.11), aRow('eager', 0.1), aRow('numpy', 1)] })
  expect(driftWords(now, aRun(), recording)).toBe(
    'JAX jit 1.1, JAX eager 0.5 times as long as in the rehearsal (recorded on vm-2-cores, 2026-11-20)',
  )
})

it('says nothing of other parameters, blocks or variants', () => {
  const now = someTimings({ rows: [aRow('jit', 0.11)] })
  expect(driftWords(now, aRun({ params: { array_length: 5, device: 'auto' } }), recording)).toBe('')
  expect(driftWords({ ...now, label: 'float64' }, aRun(), recording)).toBe('')
  expect(driftWords({ ...now, rows: [aRow('numpy', 1)] }, aRun(), recording)).toBe('')
})

it('says nothing of edited code', () => {
  expect(driftWords(before, aRun({ edited: { code: '', difference: '' } }), recording)).toBe('')
})
