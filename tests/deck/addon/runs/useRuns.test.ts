import { beforeEach, describe, expect, it, vi } from 'vitest'
import { watch } from 'vue'
import { follow } from '../../../../addons/jaxlive/runs/useRuns'
import { aRun } from '../../runs'
import { Stream } from '../../stream'

const streams = Stream.opened

function start() {
  return follow(() => new EventSource('/api/events'))
}

beforeEach(() => {
  streams.length = 0
  vi.stubGlobal('EventSource', Stream)
  vi.useFakeTimers()
})

describe('follow', () => {
  it('is live from the snapshot on, and folds what comes after', () => {
    const { runs, link } = start()
    expect(link.value).toBe('connecting')
    streams[0]?.say({ type: 'snapshot', edits: {}, predictions: [], runs: [aRun({ status: 'running' })] })
    streams[0]?.say({ type: 'finished', run: aRun() })
    expect(link.value).toBe('live')
    expect(runs.value.map(({ status }) => status)).toEqual(['done'])
  })

  it('says that the server is away, keeps what it knew, and leaves the browser to reconnect', () => {
    const { runs, link } = start()
    streams[0]?.say({ type: 'snapshot', edits: {}, predictions: [], runs: [aRun()] })
    streams[0]?.breakOff(0)
    vi.advanceTimersByTime(60_000)
    expect(link.value).toBe('away')
    expect(runs.value).toHaveLength(1)
    expect(streams).toHaveLength(1)
  })

  it('opens a closed stream again, after 1 s, 2 s and at most 5 s', () => {
    start()
    for (const wait of [1000, 2000, 3000, 4000, 5000, 5000]) {
      const opened = streams.length
      streams.at(-1)?.breakOff(Stream.CLOSED)
      vi.advanceTimersByTime(wait - 1)
      expect(streams).toHaveLength(opened)
      vi.advanceTimersByTime(1)
      expect(streams).toHaveLength(opened + 1)
    }
  })

  it('knows where the presenter is, and keeps that while nothing new is said', () => {
    const { deck } = start()
    const heard: unknown[] = []
    watch(deck, (now) => heard.push(now), { flush: 'sync' })
    streams[0]?.say({ type: 'snapshot', edits: {}, predictions: [], runs: [], deck: null })
    for (const clicks of [0, 1, 1]) streams[0]?.say({ type: 'deck', deck: { page: 4, clicks, black: false } })
    for (const now of [{ page: 4, clicks: 1, black: false }, null])
      streams[0]?.say({ type: 'snapshot', edits: {}, predictions: [], runs: [], deck: now })
    expect(heard).toEqual([
      { page: 4, clicks: 0, black: false },
      { page: 4, clicks: 1, black: false },
    ])
  })

  it('takes the snapshot of a server that is back for the whole truth', () => {
    const { runs, link } = start()
    streams[0]?.say({ type: 'snapshot', edits: {}, predictions: [], runs: [aRun()] })
    streams[0]?.breakOff(Stream.CLOSED)
    vi.advanceTimersByTime(1000)
    streams[1]?.say({ type: 'snapshot', edits: {}, predictions: [], runs: [] })
    expect(link.value).toBe('live')
    expect(runs.value).toEqual([])
  })
})
