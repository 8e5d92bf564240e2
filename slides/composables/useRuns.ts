import { type Ref, readonly, ref, type ShallowRef, shallowRef } from 'vue'
import { fold } from '../lib/fold'
import type { BusEvent, Run } from '../rest/types'

/** `away` from the moment the stream breaks until the next snapshot. */
export type Link = 'connecting' | 'live' | 'away'

export interface Runs {
  runs: Readonly<ShallowRef<readonly Run[]>>
  link: Readonly<Ref<Link>>
}

const EVENTS = ['snapshot', 'queued', 'started', 'block', 'append', 'finished'] as const
const LONGEST_WAIT_MS = 5000

let shared: Runs | undefined

/** The runs as the server tells them. One stream for a window: browsers allow six connections to a host. */
export function useRuns(): Runs {
  shared ??= follow(() => new EventSource('/api/events'))
  return shared
}

/** Follows an event stream for the life of the window; a stream that closes is opened again, ever later. */
export function follow(open: () => EventSource): Runs {
  const runs = shallowRef<readonly Run[]>([])
  const link = ref<Link>('connecting')
  let wait = 0

  function receive(event: MessageEvent<string>) {
    const said: BusEvent = JSON.parse(event.data)
    if (said.type === 'snapshot') {
      link.value = 'live'
      wait = 0
    }
    runs.value = fold(runs.value, said)
  }

  function connect() {
    const stream = open()
    for (const name of EVENTS) stream.addEventListener(name, receive)
    stream.addEventListener('error', () => {
      link.value = 'away'
      if (stream.readyState !== EventSource.CLOSED) return
      wait = Math.min(wait + 1000, LONGEST_WAIT_MS)
      setTimeout(connect, wait)
    })
  }

  connect()
  return { runs: readonly(runs) as Runs['runs'], link: readonly(link) }
}
