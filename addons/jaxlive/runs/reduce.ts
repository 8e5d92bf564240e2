import type { Block, BusEvent, Run } from '../rest/types'

/** Whole runs that a window keeps; older ones leave it, the server's history has them. */
const KEPT = 200

type Edits = Readonly<Record<string, string>>

/** The runs after an event, oldest first. Pure: what did not change keeps its identity. */
export function reduce(runs: readonly Run[], event: BusEvent): readonly Run[] {
  switch (event.type) {
    case 'snapshot':
      return event.runs
    case 'deck':
    case 'edit':
    case 'prediction':
    case 'move':
      return runs
    case 'queued':
    case 'started':
    case 'finished':
      return withHead(runs, event.run)
    case 'block':
      return withBlock(runs, event.run_id, event.index, () => event.block)
    case 'append':
      return withBlock(runs, event.run_id, event.index, (block) =>
        block?.kind === 'series' ? { ...block, points: [...block.points, ...event.points] } : block,
      )
  }
}

/** The edits after one of them: no code is the experiment's own again. */
export function withEdit(edits: Edits, { experiment, code }: { experiment: string; code: string | null }): Edits {
  const { [experiment]: _, ...others } = edits
  return code === null ? others : { ...others, [experiment]: code }
}

/** Head events carry no blocks: those that came before stay. */
function withHead(runs: readonly Run[], head: Run): readonly Run[] {
  const known = runs.some((run) => run.id === head.id)
  if (!known) return [...runs, head].slice(-KEPT)
  return runs.map((run) => (run.id === head.id ? { ...head, blocks: run.blocks } : run))
}

function withBlock(
  runs: readonly Run[],
  id: string,
  index: number,
  change: (block: Block | undefined) => Block | undefined,
): readonly Run[] {
  return runs.map((run) => {
    const block = run.id === id ? change(run.blocks[index]) : undefined
    if (!block) return run
    const blocks = [...run.blocks]
    blocks[index] = block
    return { ...run, blocks }
  })
}

/**
 * The newest run of an experiment, of its own code, whose parameters contain the pinned ones. With an edit: the newest
 * of just this code, else of any edit, else of all.
 */
export function newestRun(
  runs: readonly Run[],
  experiment: string,
  pinned: Run['params'],
  code?: string,
): Run | undefined {
  const own = runs.filter((run) => run.experiment === experiment && contains(run.params, pinned))
  if (code === undefined) return own.findLast(({ edited }) => !edited)
  return own.findLast(({ edited }) => edited?.code === code) ?? own.findLast(({ edited }) => edited) ?? own.at(-1)
}

/** Whether parameters have these values among them. */
export function contains(params: Run['params'], pinned: Run['params']): boolean {
  return Object.entries(pinned).every(([name, value]) => JSON.stringify(params[name]) === JSON.stringify(value))
}
