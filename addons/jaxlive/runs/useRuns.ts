import { createGlobalState } from '@vueuse/core'
import { type Ref, readonly, ref, type ShallowRef, shallowRef } from 'vue'
import type { BusEvent, DeckPosition, Move, Prediction, Run } from '../rest/types'
import { withPrediction } from '../room/prediction'
import { reduce, withEdit } from './reduce'

/** `away` from the moment the stream breaks until the next snapshot; `none` on pages that have no server. */
export type Link = 'connecting' | 'live' | 'away' | 'none'

export interface Runs {
  runs: Readonly<ShallowRef<readonly Run[]>>
  link: Readonly<Ref<Link>>
  /** Where the presenter was last heard to be; the same object until that changes. */
  deck: Readonly<ShallowRef<DeckPosition | undefined>>
  /** What is typed in place of experiments' own code. */
  edits: Readonly<ShallowRef<Readonly<Record<string, string>>>>
  /** The questions to the room that are not idle, by their keys. */
  predictions: Readonly<ShallowRef<Readonly<Record<string, Prediction>>>>
  /** What a paired phone asked for last: a new object each time. */
  asked: Readonly<ShallowRef<Move | undefined>>
}

const EVENTS = [
  'snapshot',
  'deck',
  'edit',
  'prediction',
  'move',
  'queued',
  'started',
  'block',
  'append',
  'finished',
] as const satisfies readonly BusEvent['type'][]
const LONGEST_WAIT_MS = 5000

/** The runs as the server tells them. One stream for a window: browsers allow six connections to a host. */
export const useRuns = createGlobalState(() =>
  import.meta.env.VITE_STATIC ? unserved() : follow(() => new EventSource('/api/events')),
)

/** On a static site and in the PDF: nothing is asked, nothing comes. */
function unserved(): Runs {
  return {
    runs: shallowRef([]),
    link: ref('none'),
    deck: shallowRef(),
    edits: shallowRef({}),
    predictions: shallowRef({}),
    asked: shallowRef(),
  }
}

/** Follows an event stream for the life of the window; a stream that closes is opened again, ever later. */
export function follow(open: () => EventSource): Runs {
  const runs = shallowRef<readonly Run[]>([])
  const link = ref<Link>('connecting')
  const deck = shallowRef<DeckPosition>()
  const edits = shallowRef<Readonly<Record<string, string>>>({})
  const predictions = shallowRef<Readonly<Record<string, Prediction>>>({})
  const asked = shallowRef<Move>()
  let wait = 0

  function receive(event: MessageEvent<string>) {
    const said: BusEvent = JSON.parse(event.data)
    if ('deck' in said) move(said.deck)
    if (said.type === 'edit') edits.value = withEdit(edits.value, said)
    if (said.type === 'prediction') predictions.value = withPrediction(predictions.value, said.prediction)
    if (said.type === 'move') asked.value = said.move
    if (said.type === 'snapshot') {
      link.value = 'live'
      edits.value = said.edits
      predictions.value = said.predictions.reduce(withPrediction, {})
      wait = 0
    }
    runs.value = reduce(runs.value, said)
  }

  function move(to: DeckPosition | null | undefined) {
    if (to && JSON.stringify(to) !== JSON.stringify(deck.value)) deck.value = to
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
  return {
    runs: readonly(runs) as Runs['runs'],
    link: readonly(link),
    deck: readonly(deck),
    edits: readonly(edits),
    predictions: readonly(predictions) as Runs['predictions'],
    asked: readonly(asked),
  }
}
