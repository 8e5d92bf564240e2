import { expect, it, onTestFinished } from 'vitest'
import type { Run } from '../../../../addons/jaxlive/rest/types'
import { isRecorded, loadRecordings, newestRecording, quotedFigures } from '../../../../addons/jaxlive/runs/recordings'
import { provideTalk } from '../../../../addons/jaxlive/talk'
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

it('quotes what is no run of this deck', async () => {
  const quoted = files(['paper/jit.json', old])
  expect((await quotedFigures('jit', quoted))?.id).toBe('old')
  expect(await quotedFigures('grad', quoted)).toBeUndefined()
})

it('has none where the talk has none', async () => {
  expect(isRecorded('jit')).toBe(false)
  expect(await newestRecording('jit', {})).toBeUndefined()
  expect(await quotedFigures('jit')).toBeUndefined()
})

it('takes those that the talk provides', async () => {
  provideTalk({ recordings: all, quoted: files(['paper/jit.json', old]) })
  onTestFinished(() => provideTalk({}))
  expect(isRecorded('jit')).toBe(true)
  expect((await newestRecording('jit', {}))?.id).toBe('newer')
  expect(loadRecordings()).toHaveLength(4)
})
