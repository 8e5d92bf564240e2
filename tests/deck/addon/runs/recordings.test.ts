import { expect, it } from 'vitest'
import type { Run } from '../../../../addons/jaxlive/rest/types'
import { isRecorded, newestRecording, quotedFigures } from '../../../../addons/jaxlive/runs/recordings'
import { aRun } from '../../runs'

const day = (date: string) => `2026-11-${date}T10:00:00Z`
const old = aRun({ id: 'old', finished_at: day('01') })
const newer = aRun({ id: 'newer', finished_at: day('02') })
const pinnedRun = aRun({ id: 'pinned', params: { array_length: 5, device: 'auto' }, finished_at: day('03') })

function files(...recorded: [string, Run][]) {
  return Object.fromEntries(recorded.map(([path, run]) => [`../../recordings/${path}`, async () => run]))
}

const all = files(['a/jit.json', old], ['b/jit.json', newer], ['b/jit.array_length-5.json', pinnedRun])

it('takes the newest of all machines', async () => {
  expect((await newestRecording('jit', {}, all))?.id).toBe('newer')
})

it('takes the one with the parameters that the slide pins', async () => {
  expect((await newestRecording('jit', { array_length: 5 }, all))?.id).toBe('pinned')
  expect(await newestRecording('jit', { array_length: 7 }, all)).toBeUndefined()
})

it('tells experiments apart whose names begin alike', async () => {
  const near = files(['a/jit-forms.json', old])
  expect(await newestRecording('jit', {}, near)).toBeUndefined()
  expect(isRecorded('jit', near)).toBe(false)
  expect(isRecorded('jit-forms', near)).toBe(true)
})

it('loads only what may fit', async () => {
  const never = () => Promise.reject(new Error('loaded for nothing'))
  const lazy = { ...all, '../../recordings/b/grad.json': never, '../../recordings/c/jit.array_length-9.json': never }
  expect((await newestRecording('jit', {}, lazy))?.id).toBe('newer')
})

it.each(['xla', 'jit', 'scipy', 'autograd', 'mnist'])(
  'has the source’s figures for %s, and only quotes them',
  async (name) => {
    const quoted = await quotedFigures(name)
    expect(quoted?.environment?.machine).toBe('RTX 3060 Ti, 2023, unsynchronised')
    expect(quoted?.blocks.some(({ kind }) => kind === 'timings')).toBe(false)
    expect((await newestRecording(name, {}))?.id).not.toBe(quoted?.id)
  },
)
