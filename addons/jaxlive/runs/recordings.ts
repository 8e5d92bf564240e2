import type { Parameters, Run } from '../rest/types'
import { contains } from './reduce'

type Files = Record<string, () => Promise<Run>>

/** Runs that were measured before the talk, recordings/MACHINE/EXPERIMENT.json: each is loaded when it is wanted. */
const MEASURED: Files = import.meta.glob<Run>(
  ['../../../recordings/*/*.json', '!../../../recordings/rtx-3060-ti-2023/*.json'],
  { import: 'default' },
)
/** The logs of a source. They are quoted, so they never stand where a measured run would. */
const QUOTED: Files = import.meta.glob<Run>('../../../recordings/rtx-3060-ti-2023/*.json', { import: 'default' })

/** Whether an experiment was recorded at all; known without loading anything. */
export function isRecorded(experiment: string, files = MEASURED): boolean {
  return Object.keys(files).some((path) => nameOf(path)[0] === experiment)
}

/** The newest recording with the pinned parameters; one whose others are the defaults goes before one of another card. */
export async function newestRecording(
  experiment: string,
  pinned: Parameters,
  files = MEASURED,
): Promise<Run | undefined> {
  const own = Object.entries(files).filter(([path]) => nameOf(path)[0] === experiment)
  for (const changed of [false, true]) {
    const chosen = own.filter(([path]) => nameOf(path).length > 2 === changed)
    const runs = await Promise.all(chosen.map(([, load]) => load()))
    const fitting = runs.filter((run) => contains(run.params, pinned))
    if (fitting.length) return fitting.reduce((one, other) => (finished(other) > finished(one) ? other : one))
  }
}

/** All of them, for when they can no longer be asked for. */
export function loadRecordings(): Promise<Run>[] {
  return [...Object.values(MEASURED), ...Object.values(QUOTED)].map((load) => load())
}

/** What a source's log says of this experiment. */
export async function quotedFigures(experiment: string, files = QUOTED): Promise<Run | undefined> {
  return Object.entries(files).find(([path]) => nameOf(path)[0] === experiment)?.[1]()
}

/** EXPERIMENT, json; between them what differs from the default parameters. */
function nameOf(path: string): string[] {
  return path.slice(path.lastIndexOf('/') + 1).split('.')
}

function finished(run: Run): number {
  return Date.parse(run.finished_at ?? run.created_at)
}
