import type { Parameters, Run } from '../rest/types'
import { talk } from '../talk'
import { contains } from './reduce'

/** Whether an experiment was recorded at all; known without loading anything. */
export function isRecorded(experiment: string, files = talk.recordings): boolean {
  return Object.keys(files).some((path) => nameOf(path)[0] === experiment)
}

/** The newest recording with the pinned parameters; one whose others are the defaults goes before one of another card. */
export async function newestRecording(
  experiment: string,
  pinned: Parameters,
  files = talk.recordings,
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
  return [...Object.values(talk.recordings), ...Object.values(talk.quoted)].map((load) => load())
}

/** What a source's log says of this experiment. */
export async function quotedFigures(experiment: string, files = talk.quoted): Promise<Run | undefined> {
  return Object.entries(files).find(([path]) => nameOf(path)[0] === experiment)?.[1]()
}

/** EXPERIMENT, json; between them what differs from the default parameters. */
function nameOf(path: string): string[] {
  return path.slice(path.lastIndexOf('/') + 1).split('.')
}

function finished(run: Run): number {
  return Date.parse(run.finished_at ?? run.created_at)
}
