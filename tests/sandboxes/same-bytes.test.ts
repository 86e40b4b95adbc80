// The same seed, the same clock and the same calls give the same bytes, for every API: its examples are run in a
// sandbox, each with what the ones before it have created, and once more after a reset.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { isRaw } from '#define/reflect'
import { type LoadedApi, loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import {
  type EveryEndpoint,
  everyEndpoint,
  exampleCall,
  inTurns,
  withoutCredentials,
} from '../harness/every-endpoint.ts'
import { createExampleIds } from '../harness/example-ids.ts'
import { until } from '../harness/until.ts'
import { openSandboxWorld } from './sandbox-world.ts'

const loaded = await loadApis()
const world = await openSandboxWorld({ after }, { apis: loaded })
const { accountId } = world
const market = await world.gateway.components.keys.create({ accountId, surface: 'market', name: 'Market' })

/** What is not the provider's state: times that were measured, and values drawn by the gateway or the system. */
const differing = [
  /"(?:total_duration|load_duration|prompt_eval_duration|eval_duration|QTime|latency_ms)":[\d.]+/g,
  /"(?:signature|publicKey)":"[^"]*"/g,
  /"token":"gp\.[^"]*"|req_[0-9a-z]+/g,
]
/** How far a batch is, which goes on beside the calls. */
const progress =
  /"(?:processing_)?status":"[a-z_]+"|"request_counts":\{[^}]*\}|"(?:ended|completed|in_progress|finalizing|failed)_at":[^,}]+/g
const isBatch = /"(?:object|type)":"(?:message_)?batch"/

const comparable = (text: string) =>
  [...differing, ...(isBatch.test(text) ? [progress] : [])].reduce((rest, pattern) => rest.replace(pattern, ''), text)

interface Answer {
  readonly status: number
  readonly text: string
}

/** Calls an endpoint until its provider is ready and what it reads has been worked on. */
async function answerOf(entry: EveryEndpoint, example: EveryEndpoint['example']): Promise<Answer> {
  const { surface, slug } = entry.api
  const { path, init } = exampleCall(entry, example)
  const origin = surface.name === 'market' ? world.gateway.marketUrl : world.gateway.baseUrl
  const headers = {
    ...init.headers,
    [surface.keyHeader]: surface.name === 'market' ? reveal(market.key) : world.key,
    'x-gateway-sandbox': slug,
  }
  let answer: Answer = { status: 0, text: '' }
  await until(async () => {
    const response = await fetch(origin + path, { ...init, headers })
    answer = { status: response.status, text: Buffer.from(await response.arrayBuffer()).toString('latin1') }
    return !/provider\.(?:warming|busy)/.test(answer.text)
  }, `an answer of ${entry.title}`)
  return answer
}

/** Runs the examples of an API, with a clock that goes on by a minute after each that writes. */
async function runExamples(endpoints: readonly EveryEndpoint[], slug: string): Promise<Map<string, string>> {
  const names = createExampleIds()
  const answers = new Map<string, string>()
  for (const entry of endpoints) {
    const { status, text } = await answerOf(entry, names.applied(withoutCredentials(entry)))
    const isAnswered = entry.endpoint.unimplemented === undefined && entry.endpoint.liveOnly === undefined
    if (isAnswered) assert.ok(status < 300, `${entry.title}: ${status} ${text.slice(0, 300)}`)
    answers.set(entry.title, `${status} ${comparable(text)}`)
    if (entry.endpoint.method === 'GET') continue
    if (!isRaw(entry.endpoint.returns)) names.learn(entry.example.output, JSON.parse(text))
    await world.manage('PATCH', `/${slug}/clock`, { advance: 'PT1M' })
  }
  return answers
}

async function answersAlike({ api }: LoadedApi): Promise<void> {
  const { slug, surface } = api
  // an API of two listings answers alike at both
  const endpoints = inTurns(
    everyEndpoint(loaded, surface.name).filter(({ listing }) => listing === api.listings[0]?.slug),
  )
  await world.manage('POST', '', { name: slug, now: '2027-03-01T09:00:00Z', seed: 'same' })
  const first = await runExamples(endpoints, slug)
  await world.manage('POST', `/${slug}/reset`)
  const second = await runExamples(endpoints, slug)
  await world.manage('DELETE', `/${slug}`)
  const different = [...first].filter(([title, answer]) => second.get(title) !== answer)
  assert.deepEqual(
    different.map(([title, answer]) => [title, answer.slice(0, 300), second.get(title)?.slice(0, 300)]),
    [],
  )
}

// some wait for threads while others compute
suite('the examples answer alike before and after a reset', { concurrency: 3, timeout: 900_000 }, () => {
  for (const one of loaded) test(one.api.slug, () => answersAlike(one))
})
