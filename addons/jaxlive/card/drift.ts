import { variantLabel } from '../blocks/variants'
import type { Run, Timings } from '../rest/types'
import { contains } from '../runs/reduce'
import { digits } from '../shared/format'
import { recordedWords } from './sentence'

/** The medians of a live run over those of its recording, in a line; empty where the two did not do the same. */
export function driftWords(block: Timings, live: Run, recording: Run): string {
  if (live.edited || !contains(live.params, recording.params)) return ''
  const before = recording.blocks.find((other) => other.kind === 'timings' && other.label === block.label)
  const ratios = block.rows.flatMap(({ variant, latency }) => {
    const then = before?.kind === 'timings' && before.rows.find((row) => row.variant === variant)
    return then ? [`${variantLabel(variant)} ${digits(latency.median_s / then.latency.median_s, 2)}`] : []
  })
  return ratios.length ? `${ratios.join(', ')} times as long as in the rehearsal (${recordedWords(recording)})` : ''
}
