import { counted } from '../program/sourceLines'
import type { Parameters, Run } from '../rest/types'
import { words } from '../shared/format'

/** The parameters of a run that are not these; the device stands in its facts anyway. */
export function unlike(run: Pick<Run, 'params'> | undefined, params: Parameters): Parameters {
  const others = Object.entries(run?.params ?? {}).filter(
    ([name, value]) => name !== 'device' && value !== params[name],
  )
  return Object.fromEntries(others)
}

/** Where and on what a run ran, in a line: device, threads, dtype, what the slide pins, who shared the processors, whether it was repeated. */
export function facts(run: Run | undefined, pinned: Parameters): string {
  const row = run?.blocks.find((block) => block.kind === 'timings')?.rows[0]
  const pins = Object.entries(unlike({ params: pinned }, {})).map(([name, value]) => `${words(name)} ${value}`)
  const device = row ? [row.device, `${row.threads} threads`, row.dtype] : [run?.environment?.devices[0]?.kind]
  const neighbours = run?.environment?.neighbours
  const again = run?.repeated && 'second try: the first worker was killed'
  return [...device, ...pins, neighbours && `beside ${counted(neighbours, 'other runs')}`, again]
    .filter(Boolean)
    .join(' · ')
}
