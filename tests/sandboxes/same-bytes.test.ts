// The same seed, the same clock and the same calls give the same bytes, for every endpoint of every API.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { everyEndpoint, exampleCall, withoutCredentials } from '../harness/every-endpoint.ts'
import { until } from '../harness/until.ts'
import { openSandboxWorld } from './sandbox-world.ts'

const loaded = await loadApis()

/** What is not the provider's state: times that were measured, how far a batch is, and values drawn by the gateway. */
const differing = [
  /"(?:total_duration|load_duration|prompt_eval_duration|eval_duration|QTime)":\d+/g,
  /"(?:processing_status|status)":"[a-z_]+"|"request_counts":\{[^}]*\}|"(?:ended|completed|in_progress|finalizing)_at":[^,}]+/g,
  // a signature by a key that is drawn by the system
  /"signature":"[^"]*"/g,
  // a pass of the gateway, and the id of a request
  /"token":"gp\.[^"]*"|req_[0-9a-z]+/g,
]
const comparable = (text: string) => differing.reduce((rest, pattern) => rest.replace(pattern, ''), text)

test('every endpoint answers alike before and after a reset', { timeout: 900_000 }, async (t) => {
  const world = await openSandboxWorld(t, { apis: loaded })
  await world.manage('POST', '', { name: 'twice', now: '2027-03-01T09:00:00Z', seed: 'same' })
  // an API of two listings answers alike at both
  const endpoints = everyEndpoint(loaded, 'hosted').filter(({ api, listing }) => listing === api.listings[0]?.slug)

  async function answerOf(entry: (typeof endpoints)[number]): Promise<string> {
    const { path, init } = exampleCall(entry, withoutCredentials(entry))
    let answer = ''
    await until(async () => {
      const headers = { ...init.headers, 'x-gateway-sandbox': 'twice' }
      const response = await world.gateway.call(path, { ...init, headers, key: world.key })
      const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
      answer = `${response.status} ${comparable(text)}`
      return !text.includes('provider.warming') && !text.includes('provider.busy')
    }, `an answer of ${entry.title}`)
    return answer
  }
  const round = async () => {
    const answers = new Map<string, string>()
    for (const entry of endpoints) answers.set(entry.title, await answerOf(entry))
    return answers
  }
  const first = await round()
  await world.manage('POST', '/twice/reset')
  const second = await round()
  const different = [...first].filter(([title, answer]) => second.get(title) !== answer)
  assert.deepEqual(
    different.map(([title, answer]) => [title, answer.slice(0, 300), second.get(title)?.slice(0, 300)]),
    [],
  )
})
