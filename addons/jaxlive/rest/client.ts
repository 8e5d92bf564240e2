import createClient from 'openapi-fetch'
import type { paths } from './schema'
import type { DeckPosition, Parameters, Prediction, Problem, Question } from './types'

/** What the server answered; without an answer, or when it refused, `problem` says why, in words for the card. */
export type Answer<Data> = { data: Data; problem?: undefined } | { data?: undefined; problem: Problem }

const { GET, POST, PUT, DELETE } = createClient<paths>({ fetch: (request) => fetch(request) })

export function getExperiment(name: string) {
  return answerTo(GET('/api/experiments/{name}', { params: { path: { name } } }))
}

export function getExperiments() {
  return answerTo(GET('/api/experiments'))
}

export function getEnvironment() {
  return answerTo(GET('/api/environment'))
}

export function getHealth() {
  return answerTo(GET('/api/health'))
}

export function startRun(experiment: string, params: Parameters, code?: string) {
  return answerTo(POST('/api/runs', { body: { experiment, params, code, keep: false } }))
}

export function cancelRun(run_id: string) {
  return answerTo(DELETE('/api/runs/{run_id}', { params: { path: { run_id } } }))
}

export function steerDeck(position: DeckPosition) {
  return answerTo(PUT('/api/deck', { body: position }))
}

export function putEdit(name: string, code: string | null) {
  return answerTo(PUT('/api/edits/{name}', { params: { path: { name } }, body: { code } }))
}

export function clearEdits() {
  return answerTo(DELETE('/api/edits'))
}

export function movePrediction(question: Question, state: Prediction['state']) {
  return answerTo(PUT('/api/predictions', { body: { question, state } }))
}

/** Where phones join the room, if others reach this server. */
export function getRoom() {
  return answerTo(GET('/api/room'))
}

export function makeCode() {
  return answerTo(POST('/api/remotes/codes'))
}

export function getRemotes() {
  return answerTo(GET('/api/remotes'))
}

export function dropRemote(remote_id: string) {
  return answerTo(DELETE('/api/remotes/{remote_id}', { params: { path: { remote_id } } }))
}

/** Whether the same request may be answered otherwise later. */
export function isTransient({ status }: Problem): boolean {
  return status === 0 || status === 429 || status >= 500
}

async function answerTo<Data>(
  request: Promise<{ data?: Data; error?: unknown; response: Response }>,
): Promise<Answer<Data>> {
  try {
    const { data, error, response } = await request
    return response.ok ? { data: data as Data } : { problem: problemOf(response, error) }
  } catch {
    return { problem: problem(0, 'No answer', 'The server did not answer. Start it with: make talk') }
  }
}

/** The server leaves out what is empty. */
function problemOf({ status, statusText, headers }: Response, told: unknown): Problem {
  const silent = problem(status, statusText, `The server answered ${status} and gave no reason.`)
  const tells = headers.get('content-type')?.startsWith('application/problem+json')
  return tells ? { ...silent, ...(told as Partial<Problem>) } : silent
}

function problem(status: number, title: string, detail: string): Problem {
  return { type: 'about:blank', title, status, detail, errors: [], log: [] }
}
