import type { Health, Problem, Run } from '../rest/types'

/** How the code of a run stands to what the slide shows now; empty for the experiment's own code on both. */
export function codeWords(run: Run | undefined, code: string | undefined): string {
  if (!run || (!run.edited && code === undefined)) return ''
  if (!run.edited) return 'before the edit'
  return run.edited.code === code ? 'edited code' : 'an earlier edit'
}

/** What holds edited code. */
export function containmentWords(containment: Health['containment']): string {
  if (containment === 'bubblewrap') return 'contained by bubblewrap: no network, files read-only'
  return containment === 'limits' ? 'limits only: it can reach the network and your files' : ''
}

/** Why a click on code opens no editor. */
export function refusalWords(containment: Health['containment']): string {
  return containment === null ? 'Live code is off: restart with serve --live-code' : 'Only the presenter may edit this'
}

/** Why code that was typed here is seen nowhere else. */
export function unsharedWords({ errors, detail }: Problem): string {
  return `other windows don’t see this: ${errors[0]?.message ?? detail}`
}
