// A reset is complete: the calls that the tests of an API make are sent into a sandbox, and once more after a reset,
// with the same answers. `npm run fuzz` takes the tests of all APIs, `npm test` a part of a few.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { present } from '#define/present'
import type { LoadedApi } from '../../packages/gateway/src/process/load-apis.ts'
import { type ExampleCall, exampleCall, withoutCredentials } from '../harness/every-endpoint.ts'
import { createExampleIds } from '../harness/example-ids.ts'
import { isFuzzing, sampled, seedHint, testSeed } from '../harness/seed.ts'
import { comparable } from './comparable.ts'
import { openEverySandbox } from './every-sandbox.ts'
import { callsOf, type NotedCall, suiteOf } from './noted-calls.ts'

const { loaded, manage, within, answerTo } = await openEverySandbox({ after })
const first = testSeed % loaded.length
// noting the calls of an API takes some five seconds of CPU, and sending them as many
const chosen = isFuzzing ? loaded : [...loaded, ...loaded].slice(first, first + 3)
/** The number of calls of an API. */
const most = sampled(1000)

/** Writes the request that led to a call. */
function requestOf({ api }: LoadedApi, { id, params, body, bytes, contentType }: NotedCall): ExampleCall {
  const endpoint = present(api.endpoints[id])
  const entry = { listing: present(api.listings[0]).slug, api, endpoint, example: { params, body } }
  const { path, init } = exampleCall(entry, withoutCredentials(entry))
  if (bytes === undefined) return { path, init }
  const headers = { ...init.headers, ...(contentType !== undefined && { 'content-type': contentType }) }
  return { path, init: { ...init, headers, body: Buffer.from(bytes, 'base64') } }
}

/** Sends calls with the ids that earlier ones got; the clock goes on by a minute after each that writes. */
async function runCalls(one: LoadedApi, calls: readonly NotedCall[]): Promise<string[]> {
  const { slug, endpoints } = one.api
  const names = createExampleIds()
  const answers: string[] = []
  for (const { output, ...call } of calls) {
    const { params = {}, body } = names.applied({ params: call.params, body: call.body })
    const { status, text } = await answerTo(one.api, requestOf(one, { ...call, params, body }))
    answers.push(`${status} ${comparable(text)}`)
    if (present(endpoints[call.id]).method === 'GET') continue
    if (output !== undefined && status < 300) names.learn(output, jsonIn(text))
    await manage('PATCH', `/${slug}/clock`, { advance: 'PT1M' })
  }
  return answers
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function answersAlike(one: LoadedApi): Promise<void> {
  const { slug, endpoints } = one.api
  const suite = suiteOf(slug)
  const noted = await callsOf(slug, isFuzzing ? suite : suite.slice(0, 1))
  // of too many calls every second, third and so on
  const step = Math.ceil(noted.length / most)
  const calls = noted.filter(({ id }, at) => at % step === 0 && endpoints[id]?.socket === undefined)
  assert.ok(calls.length > 0, 'its suite calls nothing')
  await within(one.api, async () => {
    const before = await runCalls(one, calls)
    await manage('POST', `/${slug}/reset`)
    const again = await runCalls(one, calls)
    const different = before.flatMap((answer, at) =>
      again[at] === answer ? [] : [[calls[at]?.id, answer.slice(0, 300), again[at]?.slice(0, 300)]],
    )
    assert.deepEqual(different, [], seedHint)
    assert.ok(
      before.some((answer) => answer.startsWith('2')),
      'no call is answered',
    )
  })
}

suite('the calls of its tests are answered alike before and after a reset', () => {
  for (const one of chosen) test(one.api.slug, { timeout: 900_000 }, () => answersAlike(one))
})
