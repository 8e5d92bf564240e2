import type { DeckPosition, Edit, Environment, ExperimentInfo, Health, Parameters, Problem, Run } from './types'

/** The server refused a request, or did not answer: `problem` says why, in words for the card. */
export class RequestFailed extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail)
  }
}

export function getExperiment(name: string): Promise<ExperimentInfo> {
  return request('GET', `/api/experiments/${name}`)
}

export function getExperiments(): Promise<ExperimentInfo[]> {
  return request('GET', '/api/experiments')
}

export function getEnvironment(): Promise<Environment> {
  return request('GET', '/api/environment')
}

export function getHealth(): Promise<Health> {
  return request('GET', '/api/health')
}

export function startRun(experiment: string, params: Parameters, code?: string): Promise<Run> {
  return request('POST', '/api/runs', { experiment, params, code })
}

export function cancelRun(id: string): Promise<Run> {
  return request('DELETE', `/api/runs/${id}`)
}

export function steerDeck(position: DeckPosition): Promise<DeckPosition> {
  return request('PUT', '/api/deck', position)
}

export function putEdit(experiment: string, code: string | null): Promise<Edit> {
  return request('PUT', `/api/edits/${experiment}`, { code })
}

export function clearEdits(): Promise<Record<string, string>> {
  return request('DELETE', '/api/edits')
}

/** Whether the server took it: false when it is away or refuses, for what is told again later. */
export async function succeeds(request: Promise<unknown>): Promise<boolean> {
  try {
    await request
    return true
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error
    return false
  }
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await send(method, path, body)
  if (!answer.ok) throw new RequestFailed(await problemOf(answer))
  return answer.json()
}

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  const json = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  try {
    return await fetch(path, { method, ...json })
  } catch {
    throw new RequestFailed(problem(0, 'No answer', 'The server did not answer. Start it with: make talk'))
  }
}

/** The server leaves out what is empty. */
async function problemOf(answer: Response): Promise<Problem> {
  const silent = problem(answer.status, answer.statusText, `The server answered ${answer.status}, without a reason.`)
  const told = answer.headers.get('content-type')?.startsWith('application/problem+json')
  return told ? { ...silent, ...(await answer.json()) } : silent
}

function problem(status: number, title: string, detail: string): Problem {
  return { type: 'about:blank', title, status, detail, errors: [], log: [] }
}
