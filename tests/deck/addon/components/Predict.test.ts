import { enableAutoUnmount, flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import Predict from '../../../../addons/jaxlive/components/Predict.vue'
import type { Prediction, Question } from '../../../../addons/jaxlive/rest/types'
import { questionOn } from '../../../../addons/jaxlive/room/useQuestions'
import { asks } from '../../request'
import { aPrediction, aQuestion } from '../../room'
import { nav } from '../../slidev'
import { Stream } from '../../stream'

vi.mock('@slidev/client', () => import('../../slidev'))

const CHOICES: Partial<Question> = { kind: 'choice', choices: ['one', 'some', 'many'], edges: [1.5, 100] }
const asked: unknown[] = []
let refusal: string | undefined

/** The server: whoever asks may steer, and phones reach it. */
async function answer(request: Request) {
  const { method, path, body } = await asks(request)
  if (method === 'PUT') asked.push(body)
  if (method === 'PUT' && refusal) {
    const headers = { 'content-type': 'application/problem+json' }
    return new Response(JSON.stringify({ detail: refusal }), { status: 409, headers })
  }
  const rights = { may_run: true, may_cancel: true, may_steer: true, may_edit: false, containment: null }
  return Response.json(path === '/api/room' ? { join: 'http://10.0.0.2:8000/join', remote: null } : rights)
}

async function predict(...predictions: Prediction[]) {
  const { of, metric, ask } = aQuestion()
  const own = predictions[0]?.question ?? aQuestion()
  const props = { of, metric, ask, kind: own.kind, choices: own.choices, edges: own.edges, low: 0.1, high: 10_000 }
  const wrapper = mount(Predict, { props })
  Stream.opened[0]?.say({ type: 'snapshot', edits: {}, runs: [], predictions })
  await flushPromises()
  return wrapper
}

beforeEach(() => {
  asked.length = 0
  refusal = undefined
  nav.isPresenter.value = false
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('fetch', answer)
})

enableAutoUnmount(afterEach)

it('stays away until the speaker asks', async () => {
  const wrapper = await predict()
  expect(wrapper.find('.predict').exists()).toBe(false)
  questionOn(3)?.()
  await flushPromises()
  expect(asked).toEqual([{ question: aQuestion(), state: 'open' }])
})

it('asks, shows where to answer, and counts voices but not guesses', async () => {
  const wrapper = await predict(aPrediction({ question: aQuestion(CHOICES) }))
  expect(wrapper.text()).toContain('How many times as fast?')
  expect(wrapper.text()).toContain('8 voices so far')
  expect(wrapper.find('figcaption').text()).toBe('10.0.0.2:8000/join')
  expect(wrapper.text()).not.toContain('%')
})

it('shows the guesses to the speaker while the question is open', async () => {
  nav.isPresenter.value = true
  const wrapper = await predict(aPrediction({ question: aQuestion(CHOICES) }))
  expect(wrapper.text()).toContain('75 %')
  expect(wrapper.find('button').text()).toContain('Close')
})

it('reveals which choice is right, and how many took it', async () => {
  const change = { state: 'revealed', truth: 7, share: 0.75 } as const
  const wrapper = await predict(aPrediction({ question: aQuestion(CHOICES), ...change }))
  expect(wrapper.find('.right').text()).toContain('some ✓ measured')
  expect(wrapper.text()).toContain('75 % of 8 voices chose right')
  expect(wrapper.text()).not.toContain('How many times as fast?')
})

it('tells the guesses to a screen reader too', async () => {
  const wrapper = await predict(aPrediction({ state: 'revealed', truth: 2, share: 0.75 }))
  expect(wrapper.findAll('.visually-hidden li').map((one) => one.text())).toEqual([
    '0.1× to 1.0×: 1',
    '1.0× to 10×: 6',
    '10× to 100×: 1',
  ])
})

it('leaves the result its room when nobody has answered', async () => {
  const wrapper = await predict(aPrediction({ state: 'revealed', voices: 0, bins: null, truth: 2 }))
  expect(wrapper.find('.predict').exists()).toBe(false)
})

it('says why the server refuses', async () => {
  nav.isPresenter.value = true
  refusal = 'the question is revealed, so it cannot be closed'
  const wrapper = await predict(aPrediction())
  await wrapper.find('button').trigger('click')
  await flushPromises()
  expect(wrapper.find('[role="alert"]').text()).toBe(refusal)
})
