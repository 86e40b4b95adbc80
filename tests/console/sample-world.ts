// A gateway whose console has something to show: accounts, keys, a day of calls with failures, a channel that costs.
// For the console's tests and for its pictures. Names include ones that would run if they were not shown as text.
import { createAnnounce } from '../../packages/gateway/src/api/events/announce.ts'
import { type OpenGateway, openGateway } from '../harness/open-gateway.ts'
import { type Cleanup, openUpstream, sendJson } from '../harness/upstream.ts'

export const hostileName = '<img src=x onerror="document.title=\'owned\'">'
const hourMs = 3_600_000

export interface World {
  readonly gateway: OpenGateway
  /** Address of a server that answers as a provider of models and of translations does. */
  readonly vendorUrl: string
  /** A call of the operator API; rejects unless it succeeds. */
  admin(method: string, path: string, body?: object): Promise<Record<string, unknown>>
  /** An account without calls, and its gateway key. */
  readonly emptyKey: string
  /** The id of a recorded answer of the demo account. */
  readonly answerId: string
}
interface WorldOptions {
  readonly hours: number
  readonly callsPerHour: number
  /** Left out of pictures. */
  readonly isHostile: boolean
  readonly environment?: Readonly<Record<string, string>>
}

const usage = { prompt_tokens: 812, completion_tokens: 240, total_tokens: 1052 }

/** Opens the gateway some hours ago by its clock, and makes calls until now. */
export async function openWorld(t: Cleanup, options: WorldOptions): Promise<World> {
  let behindMs = options.hours * hourMs
  const upstream = await openUpstream(t, (request, response) => {
    const asked = request.body.toString()
    if (!request.url.includes('chat')) return sendJson(response, { character_count: 1200, character_limit: 500_000 })
    const message = { role: 'assistant', content: 'Swifts sleep on the wing.' }
    if (!asked.includes('"stream":true')) {
      const choices = [{ index: 0, message, finish_reason: 'stop' }]
      return sendJson(response, { id: 'c', object: 'chat.completion', created: 1, model: 'm', choices, usage })
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const word of ['Swifts ', 'sleep ', 'on the wing.'])
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: word } }] })}\n\n`)
    response.end(
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage })}\n\ndata: [DONE]\n\n`,
    )
  })
  const gateway = await openGateway(t, {
    upstreams: { translation: upstream.url },
    environment: { GATEHOUSE_REFRESH: 'false', GATEHOUSE_OUTBOUND_ALLOW: '127.0.0.0/8', ...options.environment },
    platform: { clock: () => Math.round(Date.now() - behindMs) },
  })
  const admin: World['admin'] = async (method, path, body) => {
    const response = await fetch(`${gateway.baseUrl}/v1/admin${path}`, {
      method,
      headers: { 'x-gateway-admin-key': gateway.adminKey, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? {} : JSON.parse(text)
  }
  const emptyKey = await makeThings({ gateway, admin }, options, upstream.url)
  for (let hour = 0; hour < options.hours; hour++) {
    const count = Math.round(options.callsPerHour * (0.6 + 0.4 * Math.sin(hour / 3.6) + 0.2 * Math.sin(hour * 1.7)))
    for (let index = 0; index < count; index++) {
      await makeCall(gateway, index, hour)
      behindMs -= hourMs / count
    }
    await gateway.components.meter.flush()
  }
  behindMs = 0
  await makeOutages(gateway)
  await callAsAgent(gateway)
  await makeSandboxes(gateway)
  const answerId = await keepAnswers(gateway)
  await gateway.components.meter.flush()
  return { gateway, admin, emptyKey, vendorUrl: upstream.url, answerId }
}

async function makeThings(
  { gateway, admin }: Pick<World, 'gateway' | 'admin'>,
  { isHostile }: WorldOptions,
  vendorUrl: string,
): Promise<string> {
  const account = gateway.demoAccountId
  const name = (plain: string) => (isHostile ? hostileName : plain)
  await admin('PUT', '/plans/team', { perMinute: 6000, perDay: 1_000_000 })
  const quiet = await admin('POST', '/accounts', { name: 'Weather desk', plan: 'free' })
  await admin('POST', '/accounts', { name: name('Night batch'), plan: 'team' })
  const off = await admin('POST', '/accounts', { name: 'Former partner', plan: 'free' })
  await admin('PATCH', `/accounts/${String(off.id)}`, { enabled: false })
  const key = (more: object) => admin('POST', '/keys', { account, surface: 'hosted', ...more })
  await key({ name: 'Assistant', agent: 'write', expiresAt: Date.now() + 6 * 24 * hourMs })
  await key({ name: name('Batch at night'), addresses: ['10.0.0.0/8'], scopes: [{ slug: 'translation' }] })
  const laptop = await key({ name: 'Old laptop' })
  await admin('PATCH', `/keys/${String(laptop.id)}`, { enabled: false })
  const partner = await key({ name: 'Partner' })
  await admin('DELETE', `/keys/${String(partner.id)}`)
  await gateway.storeKey(account, 'translation', 'a-provider-key-of-the-world:fx')
  await admin('POST', '/apis/model-routing/channels', {
    name: 'Vendor',
    kind: 'openai',
    base: `${vendorUrl}/v1`,
    models: ['gpt-*', 'o4-mini'],
    key: 'a-vendor-key',
    prices: { '*': { input: '2.5', output: '10' } },
  })
  await admin('POST', '/apis/model-routing/budgets', { usd: '0.35', period: 'month', per: 'account', model: 'gpt-*' })
  await admin('PUT', '/prices/address-lookup/*', { usd: '0.025' })
  await admin('PUT', '/prices/exchange-rates/latest', { usd: '0.0004', embedded: true })
  const made = await admin('POST', '/keys', { account: String(quiet.id), surface: 'hosted', name: 'First key' })
  return String(made.key)
}

const paths = [
  '/exchange-rates/latest?base=USD',
  '/randomness/dice?count=2',
  '/cat-facts/fact',
  '/translation/v2/usage',
  '/activity-suggestions/random',
  '/public-holidays/PublicHolidays/2026/PT',
  '/characters/character/1',
  '/exchange-rates/2026-10-30?symbols=SEK',
]
/** Calls that are refused or fail, one of each hour's. */
const failing = [
  '/characters/character/99999',
  '/randomness/dice?count=many',
  '/translation/v2/glossaries/none',
  '/exchange-rates/latest?base=XXX',
]
const callEvery = 9

async function makeCall(gateway: OpenGateway, index: number, hour: number): Promise<void> {
  const path =
    index % 17 === 8 || index === 1
      ? failing[(hour + index) % failing.length]
      : paths[(index * 5 + hour) % paths.length]
  const response =
    index % callEvery === 4
      ? await gateway.call('/v1/proxy/model-routing/v1/chat/completions', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            model: index % 2 ? 'gpt-5-mini' : 'o4-mini',
            messages: [{ role: 'user', content: 'Do swifts sleep?' }],
          }),
        })
      : await gateway.call(`/v1/proxy${path}`)
  await response.arrayBuffer()
}

/** Announces that the provider of a listing was away 12 days ago, for half an hour, and 3 days ago. */
async function makeOutages({ components: { store, randomBytes } }: OpenGateway): Promise<void> {
  const about = { listing: 'translation', title: 'Translation' }
  for (const [daysAgo, minutes] of [
    [12, 30],
    [3, 4],
  ] as const) {
    const since = Date.now() - daysAgo * 24 * hourMs
    const announceAt = (at: number) =>
      createAnnounce({ store, clock: () => at, randomBytes, listingSettings: { list: async () => [] } })
    const common = { account: null, guard: async () => true }
    const down = { ...about, since, processes: 1, ofProcesses: 1 }
    await announceAt(since + 30_000)({ ...common, type: 'listing.down', data: down })
    await announceAt(since + minutes * 60_000)({ ...common, type: 'listing.up', data: about })
  }
}

/** Makes two sandboxes, one of which has a snapshot, faults and a journal. */
async function makeSandboxes(gateway: OpenGateway): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const manage = async (method: string, path: string, body: object) => {
    const response = await gateway.call(`/v1/me/sandboxes${path}`, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  }
  const rules = [
    { match: { api: 'cat-facts', endpoint: 'fact', nth: [1, 2] }, do: { status: 429, retryAfter: 2 } },
    { match: { api: 'exchange-rates', share: 0.25 }, do: { delayMs: 1500 } },
    { match: { api: 'translation', after: 10 }, do: { silent: true } },
  ]
  await manage('POST', '', { name: 'invoices', now: '2027-01-01T00:00:00Z' })
  await manage('POST', '', { name: 'ci-7' })
  await manage('POST', '/invoices/snapshots', { snapshot: 'two-accounts' })
  await manage('PUT', '/invoices/faults', { rules })
  for (const lengthLimit of [80, 120]) {
    const init = { headers: { 'x-gateway-sandbox': 'invoices' } }
    await (await gateway.call(`/v1/proxy/cat-facts/fact?max_length=${lengthLimit}`, init)).arrayBuffer()
  }
}

/** Keeps two answers to one request, and returns the id of the newer one. */
async function keepAnswers(gateway: OpenGateway): Promise<string> {
  const answer = (hoursAgo: number, CHF: number) => ({
    listing: 'exchange-rates',
    endpoint: 'latest',
    at: Date.now() - hoursAgo * hourMs,
    request: { params: { base: 'EUR', symbols: ['CHF', 'USD'] } },
    answer: {
      status: 200,
      headers: [['content-type', 'application/json; charset=utf-8']],
      text: JSON.stringify({ base: 'EUR', date: '2026-11-27', rates: { CHF, USD: 1.09 } }),
    },
  })
  const body = [answer(26, 0.93), answer(2, 0.94)].map((line) => JSON.stringify(line)).join('\n')
  const imported = await gateway.call('/v1/me/answers/import', { method: 'POST', body })
  if (!imported.ok) throw new Error(`import: ${imported.status} ${await imported.text()}`)
  const { answers } = Object(await (await gateway.call('/v1/me/answers?limit=1')).json())
  return answers[0].id
}

async function callAsAgent(gateway: OpenGateway): Promise<void> {
  const calls = [
    ['exchange-rates.latest', { base: 'EUR' }],
    ['exchange-rates.latest', { base: 'USD' }],
    ['cat-facts.fact', {}],
    ['characters.getCharacter', { id: '99999' }],
  ] as const
  for (const [operation, input] of calls) {
    const params = { name: 'call_read', arguments: { operation, arguments: input } }
    const response = await gateway.call('/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-06-18',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    })
    await response.arrayBuffer()
  }
}
