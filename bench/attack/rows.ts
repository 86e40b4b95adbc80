// Attacks of one caller on the others: each row once blocked everybody.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import type { Hostile } from './hostile-upstream.ts'
import { idleConnections } from './idle-connections.ts'
import { importBooks, importCsv, importQif } from './imports.ts'
import { fillUsage } from './many-usage-rows.ts'
import { manyPictures, onePicture } from './pictures.ts'
import { silentNames } from './silent-names.ts'
import { describeOutcome, type Outcome, type Row, type Target } from './target.ts'
import { textRows } from './text-rows.ts'

const json = { 'content-type': 'application/json' }
const finance = '/v1/proxy/personal-finance'
const chat = '/v1/proxy/model-routing/v1/chat/completions'
const nested = (bytes: number) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

/** Returns the rows, for gateways whose live listings and channels go to the upstream. */
export const rowsFor = (upstream: Hostile): readonly Row[] => [
  {
    title: 'nothing',
    async run() {
      await sleep(3000)
      return '-'
    },
  },
  ...textRows,
  {
    title: '300 unread `GET /docs/college-football`, no key',
    warmUp: ({ url }) => fetch(`${url}/docs/college-football`).then((page) => page.arrayBuffer()),
    run: unreadPages,
  },
  { title: '15,000 idle connections, no key', run: idleConnections },
  silentNames,
  {
    title: 'chat completions: 32 MB of nested JSON as 99 bytes of brotli',
    run: ({ call }) =>
      call('POST', chat, {
        headers: { ...json, 'content-encoding': 'br' },
        body: brotliCompressSync(nested(32e6)),
      }).then(describeOutcome),
  },
  {
    title: 'chat completions: 1.9 million distinct members',
    run: ({ call }) =>
      call('POST', chat, { headers: json, body: `{${times(1.9e6, (at) => `"m${at}":1`).join(',')}}` }).then(
        describeOutcome,
      ),
  },
  {
    title: 'chat completions: 31 MB of one long string',
    warmUp: ({ call }) => chatOf(call, [{ role: 'user', content: 'hello' }]),
    run: ({ call }) => chatOf(call, [{ role: 'user', content: 'x '.repeat(15.5e6) }]),
  },
  {
    title: 'chat completions: 31 MB of long strings that are no ASCII',
    warmUp: ({ call }) => chatOf(call, [{ role: 'user', content: 'hello' }]),
    run: ({ call }) =>
      chatOf(
        call,
        times(31, () => ({ role: 'user', content: 'ж '.repeat(1e6 / 3) })),
      ),
  },
  {
    title: 'chat completions: as many messages as are accepted',
    warmUp: ({ call }) => chatOf(call, [{ role: 'user', content: 'hello' }]),
    run: ({ call }) =>
      chatOf(
        call,
        times(10_000, () => ({ role: 'user', content: 'hello there' })),
      ),
  },
  {
    title: 'messages: as many parts as are accepted',
    warmUp: ({ call }) => partsOf(call, 1),
    run: ({ call }) => partsOf(call),
  },
  {
    title: 'chat completions: as many values as are accepted',
    warmUp: ({ call }) => chatOf(call, [{ role: 'user', content: 'hello' }]),
    run: ({ call }) =>
      call('POST', chat, {
        headers: json,
        body: JSON.stringify({
          model: 'any',
          messages: [{ role: 'user', content: 'hello' }],
          metadata: { values: times(390_000, (at) => at + 0.5) },
        }),
      }).then(describeOutcome),
  },
  {
    title: 'chat completions: 390,000 integers beyond 2^53',
    warmUp: ({ call }) => chatOf(call, [{ role: 'user', content: 'hello' }]),
    run: ({ call }) =>
      call('POST', chat, {
        headers: json,
        body: `{"messages":[],"tools":[${times(390_000, () => '12345678901234567890').join(',')}]}`,
      }).then(describeOutcome),
  },
  {
    title: 'chat completions: 31 MB of one long string, cached',
    warmUp: ({ call }) => chatOf(call, [{ role: 'user', content: 'hello' }]),
    run: ({ call }) =>
      call('POST', chat, {
        headers: { ...json, 'x-gateway-cache': 'on' },
        body: JSON.stringify({ model: 'any', max_tokens: 9, messages: [{ role: 'user', content: 'x '.repeat(15e6) }] }),
      }).then(describeOutcome),
  },
  ...[128, 16].map(
    (prompts): Row => ({
      title: `completions: ${prompts} prompts, n = 8`,
      warmUp: ({ call }) => completions(call, 1),
      run: ({ call }) => completions(call, prompts),
    }),
  ),
  {
    title: 'a file of 300 MB is uploaded',
    warmUp: ({ call }) => upload(call, 1, 1e6),
    run: ({ call }) => upload(call, 1, 300e6),
  },
  {
    title: 'a form of 300,000 parts',
    warmUp: ({ call }) => upload(call, 1, 10),
    run: ({ call }) => upload(call, 300_000, 10),
  },
  {
    title: 'a provider answers 20 MB of nested JSON where it is translated',
    config: { 'model-routing': { channels: [farChannel(upstream)] } },
    warmUp: ({ call }) => answeredWith(upstream, chatAnswer('y'), call),
    run: ({ call }) => answeredWith(upstream, nested(20e6), call),
  },
  {
    title: 'a provider answers 40 MB in one string where it is translated',
    config: { 'model-routing': { channels: [farChannel(upstream)] } },
    warmUp: ({ call }) => answeredWith(upstream, chatAnswer('y'), call),
    run: ({ call }) => answeredWith(upstream, chatAnswer('y '.repeat(20e6)), call),
  },
  {
    title: 'a provider key of 4,095 characters, nearly all equal, and an answer of 1 MB of them',
    live: ['personal-finance'],
    async run({ call, upstream: hostile }) {
      const key = `${'a'.repeat(4089)}bcdefg`
      hostile.answer = (response) => response.writeHead(200, json).end(JSON.stringify('a'.repeat(1e6)))
      const stored = await call('PUT', '/v1/me/provider-keys/personal-finance', {
        headers: json,
        body: JSON.stringify({ key }),
      })
      return stored.status > 299
        ? `key: ${describeOutcome(stored)}`
        : describeOutcome(await call('GET', `${finance}/me`))
    },
  },
  { title: 'personal finance: 300 categories with daily events, budget over 80 years', run: longBudget },
  {
    title: 'a guardrail that would backtrack elsewhere, over 12 messages',
    mostMs: 50,
    config: { 'model-routing': { guardrails: [{ name: 'slow', on: 'before', pattern: '(x+x+)+y', message: 'No.' }] } },
    run: ({ call }) =>
      call('POST', chat, {
        headers: json,
        body: JSON.stringify({
          model: 'any',
          messages: times(12, () => ({ role: 'user', content: 'x'.repeat(5000) })),
        }),
      }).then(describeOutcome),
  },
  { title: '12 pictures of 25 megapixels lose their backgrounds', warmUp: onePicture, run: manyPictures },
  { title: 'import of 13 MB of CSV', run: importCsv },
  { title: 'import of 13 MB of QIF', run: importQif },
  { title: 'import of 50 MB of books', run: importBooks },
  {
    title: '`GET /time_zones`, four callers',
    run: async ({ call }) =>
      describeOutcome(await slowest(times(4, () => repeated(25, () => call('GET', `${finance}/time_zones`))))),
  },
  {
    title: 'first request of an agent',
    run: ({ call }) =>
      call('POST', '/mcp', {
        headers: { ...json, accept: 'application/json, text/event-stream' },
        body: JSON.stringify({
          ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
          params: { name: 'find_operations', arguments: { query: 'roll dice' } },
        }),
      }).then(describeOutcome),
  },
  {
    title: 'first search of model routing',
    run: ({ call }) =>
      call('POST', '/v1/proxy/model-routing/v1/alpha/search', {
        headers: json,
        body: JSON.stringify({ query: 'tides of the sea' }),
      }).then(describeOutcome),
  },
  {
    title: "the operator's usage report over 2,000,000 rows",
    prepare: fillUsage,
    async run({ adminKey, call }) {
      const headers = { 'x-gateway-admin-key': adminKey }
      return describeOutcome(await call('GET', '/v1/admin/usage?by=day', { headers }))
    },
  },
  {
    title: 'first calls of word finding, books and finance together',
    run: async ({ call }) => {
      const paths = ['word-finding/words?ml=tide', 'book-catalogue/search.json?q=sea', 'personal-finance/me']
      return (await Promise.all(paths.map((path) => call('GET', `/v1/proxy/${path}`)))).map(describeOutcome).join('; ')
    },
  },
]

const farChannel = ({ port }: Hostile) => ({
  ...{ name: 'far', base: `http://127.0.0.1:${port}/v1` },
  ...{ models: ['far'], key: 'k3y-of-far' },
})

const chatAnswer = (content: string) =>
  JSON.stringify({ id: 'a', choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] })

/** Makes a call in another wire format than the provider's, which sends this answer. */
async function answeredWith(upstream: Hostile, answer: string, call: Target['call']): Promise<string> {
  upstream.answer = (response) => response.writeHead(200, json).end(answer)
  const body = JSON.stringify({ model: 'far', max_tokens: 9, messages: [{ role: 'user', content: 'hello' }] })
  return describeOutcome(await call('POST', '/v1/proxy/model-routing/v1/messages', { headers: json, body }))
}

async function unreadPages({ url }: Target): Promise<string> {
  const { hostname, port } = new URL(url)
  const sockets = times(300, () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined).pause()
    socket.write('GET /docs/college-football HTTP/1.1\r\nhost: localhost\r\n\r\n')
    return socket
  })
  await sleep(5000)
  for (const socket of sockets) socket.destroy()
  return '-'
}

async function chatOf(call: Target['call'], messages: readonly object[]): Promise<string> {
  const body = JSON.stringify({ model: 'any', max_tokens: 9, messages })
  return describeOutcome(await call('POST', chat, { headers: json, body }))
}

/** Sends five messages with the maximum number of objects in a body as parts. */
async function partsOf(call: Target['call'], each = 2995): Promise<string> {
  const content = times(each, () => ({ type: 'text', text: 'hello there' }))
  const body = JSON.stringify({ model: 'any', max_tokens: 9, messages: times(5, () => ({ role: 'user', content })) })
  return describeOutcome(await call('POST', '/v1/proxy/model-routing/v1/messages', { headers: json, body }))
}

async function completions(call: Target['call'], prompts: number): Promise<string> {
  const prompt = times(prompts, () => 'Tell me a long story about the sea.')
  const body = JSON.stringify({ model: 'gatehouse-chat', prompt, n: 8, max_tokens: 4096 })
  return describeOutcome(await call('POST', '/v1/proxy/model-routing/v1/completions', { headers: json, body }))
}

async function upload(call: Target['call'], parts: number, bytes: number): Promise<string> {
  const piece = Buffer.alloc(Math.min(bytes, 1e6), 'x')
  async function* form() {
    yield Buffer.from('--b\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nuser_data\r\n')
    for (let part = 0; part < parts; part++) {
      yield Buffer.from(`--b\r\ncontent-disposition: form-data; name="file"; filename="${part}.txt"\r\n\r\n`)
      for (let sent = 0; sent < bytes; sent += piece.length) yield piece
      yield Buffer.from('\r\n')
    }
    yield Buffer.from('--b--\r\n')
  }
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  return describeOutcome(await call('POST', '/v1/proxy/model-routing/v1/files', { headers, body: form() }))
}

async function longBudget({ call }: Target): Promise<string> {
  const ask = async (method: string, path: string, body?: object) => {
    const outcome = await call(method, `${finance}${path}`, body ? { headers: json, body: JSON.stringify(body) } : {})
    if (outcome.status > 299) throw new Error(`${path}: ${describeOutcome(outcome)} ${outcome.text.slice(0, 300)}`)
    return JSON.parse(outcome.text.length < 100_000 ? outcome.text : '{}')
  }
  const { id } = await ask('GET', '/me')
  const [account] = await ask('GET', `/users/${id}/accounts`)
  const { id: scenario } = account.primary_scenario
  for (let at = 0; at < 300; at++) {
    const { id: category } = await ask('POST', `/users/${id}/categories`, { title: `Category ${at}` })
    const event = { category_id: category, date: '2026-01-01', amount: 1, repeat_type: 'daily', repeat_interval: 1 }
    await ask('POST', `/scenarios/${scenario}/events`, event)
  }
  const range = 'period=years&interval=1&start_date=2026-01-01&end_date=2106-01-01'
  return describeOutcome(await call('GET', `${finance}/users/${id}/budget_summary?${range}`))
}

async function repeated(count: number, call: () => Promise<Outcome>): Promise<Outcome> {
  let last = await call()
  for (let at = 1; at < count; at++) last = await slowest([Promise.resolve(last), call()])
  return last
}

async function slowest(calls: readonly Promise<Outcome>[]): Promise<Outcome> {
  return (await Promise.all(calls)).reduce((slow, outcome) => (outcome.seconds > slow.seconds ? outcome : slow))
}
