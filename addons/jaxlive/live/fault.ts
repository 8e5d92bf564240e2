import type { Problem, Run } from '../rest/types'

/** What is wrong with edited code, at a line and perhaps a column of it; both count from 1. */
export interface Fault {
  line: number
  column: number | undefined
  message: string
}

/** Where this code was refused, or where the run of just this code broke off. */
export function faultOf(code: string | undefined, refused?: Problem, run?: Run): Fault | undefined {
  if (refused) return faultIn(refused)
  if (code === undefined || run?.edited?.code !== code || !run.problem) return
  const { title, detail } = run.problem
  const fault = faultIn(run.problem)
  return fault && { ...fault, message: `${title}: ${detail}` }
}

function faultIn({ errors }: Problem): Fault | undefined {
  const error = errors.find(({ field }) => field === 'code')
  if (error?.line) return { line: error.line, column: error.column ?? undefined, message: error.message }
}
