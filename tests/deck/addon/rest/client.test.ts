import { expect, it, vi } from 'vitest'
import { getHealth, isTransient } from '../../../../addons/jaxlive/rest/client'

const PROBLEM = { title: 'Queue full', status: 429, detail: '50 runs wait' }
const told = (body: object, status: number) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/problem+json' } })

it.each<[string, () => Promise<Response>, number, string, boolean]>([
  ['says nothing', () => Promise.reject(new TypeError('Failed to fetch')), 0, 'did not answer', true],
  ['says something else', async () => new Response('<html>'), 0, 'did not answer', true],
  ['gives no reason', async () => new Response('<html>', { status: 502 }), 502, 'answered 502', true],
  ['is busy', async () => told(PROBLEM, 429), 429, '50 runs wait', true],
  ['forbids it', async () => told({ detail: 'no token' }, 403), 403, 'no token', false],
])('has a problem to show when the server %s', async (_, answer, status, words, transient) => {
  vi.stubGlobal('fetch', answer)
  const { data, problem } = await getHealth()
  expect(data).toBeUndefined()
  expect(problem).toMatchObject({ status, errors: [], log: [] })
  expect(problem?.detail).toContain(words)
  expect(problem && isTransient(problem)).toBe(transient)
})
