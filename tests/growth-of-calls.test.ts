// The work for what callers send is linear: wherever an operation takes text, a list or a file, one four times as long
// takes about four times the CPU time. `npm test` draws a few places, texts, lists and files of each operation; `npm
// run fuzz` gives each operation some seconds and prints what grew most.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Pool } from 'undici'
import type { Api, Examples } from '#define'
import adminApi from '../packages/gateway/src/api/admin/api.ts'
import { examples as adminExamples } from '../packages/gateway/src/api/admin/examples.ts'
import meApi from '../packages/gateway/src/api/me/api.ts'
import { examples as meExamples } from '../packages/gateway/src/api/me/examples.ts'
import { loadApis } from '../packages/gateway/src/process/load-apis.ts'
import { reveal } from '../packages/gateway/src/process/secret.ts'
import { drawn } from './harness/drawn.ts'
import { type EveryEndpoint, type ExampleCall, everyEndpoint } from './harness/every-endpoint.ts'
import { described, type Growth, growthOf, mostGrowth, testWorst } from './harness/growth.ts'
import { hostileFiles } from './harness/hostile-containers.ts'
import { hostileTexts } from './harness/hostile-texts.ts'
import { listPlaces } from './harness/list-places.ts'
import { mediaPlaces } from './harness/media-places.ts'
import { type OpenGateway, openGateway } from './harness/open-gateway.ts'
import { seedHint } from './harness/seed.ts'
import { longestInBody, longestInHead, type TextPlace, textPlaces } from './harness/text-places.ts'
import { until } from './harness/until.ts'

const isFuzz = process.env.GATEHOUSE_FUZZ_SEED !== undefined
/** The time for which one operation is tried. */
const tried = isFuzz ? { cases: Number.POSITIVE_INFINITY, ms: 4000 } : { cases: 2, ms: 1000 }
/** Fewer operations take files, and each of them takes files of a dozen formats. */
const triedFiles = isFuzz ? { cases: Number.POSITIVE_INFINITY, ms: 30_000 } : { cases: 4, ms: 1000 }

const loaded = await loadApis()
const own = (api: Api, examples: Examples) =>
  everyEndpoint([{ api, examples, live: {}, provider: undefined }], api.surface.name)
const endpoints = [
  ...everyEndpoint(loaded, 'hosted').filter(({ listing, api }) => listing === api.slug),
  ...everyEndpoint(loaded, 'market'),
  ...own(meApi, meExamples),
  ...own(adminApi, adminExamples),
]

const closing: (() => unknown)[] = []
let gateway: OpenGateway
let pools: Record<string, Pool>
let keys: Record<string, string>

before(async () => {
  gateway = await openGateway({ after: (close) => void closing.unshift(close) }, { apis: loaded })
  const { key, accountId } = await gateway.account()
  const market = await gateway.components.keys.create({ accountId, surface: 'market', name: 'Test' })
  keys = { hosted: key, self: key, market: reveal(market.key), operator: gateway.adminKey }
  const [main, other] = [gateway.baseUrl, gateway.marketUrl].map(
    (url) => new Pool(url, { connections: 2, headersTimeout: 120_000, bodyTimeout: 120_000 }),
  )
  assert.ok(main && other)
  pools = { hosted: main, self: main, operator: main, market: other }
  closing.unshift(() => Promise.all([main.close(), other.close()]))
})
after(async () => {
  for (const close of closing) await close()
})

function poolOf(surface: string): Pool {
  const pool = pools[surface]
  assert.ok(pool)
  return pool
}
function keyOf(surface: string): string {
  const key = keys[surface]
  assert.ok(key)
  return key
}

/** Returns the answer; rejects when the gateway fails. */
function send({ api: { surface } }: EveryEndpoint, { path, init }: ExampleCall): Promise<string> {
  return sendTo(surface.name, {
    path,
    init: { ...init, headers: { ...init.headers, [surface.keyHeader]: keyOf(surface.name) } },
  })
}
async function sendTo(surface: string, { path, init }: ExampleCall): Promise<string> {
  const { statusCode, body } = await poolOf(surface).request({
    path,
    method: init.method as 'GET',
    headers: { 'x-gateway-provider': 'embedded', ...init.headers },
    body: init.body ?? null,
  })
  const text = await body.text()
  assert.notEqual(statusCode, 500, text.slice(0, 300))
  return text
}
/** Sends a file, and waits until a document is translated or refused, which happens after the answer. */
async function sendFile(entry: EveryEndpoint, call: ExampleCall): Promise<void> {
  const answer = await send(entry, call)
  if (entry.title !== 'translation.uploadDocument') return
  const { document_id, document_key } = JSON.parse(answer)
  if (document_id === undefined) return
  const path = `/v1/proxy/translation/v2/document/${document_id}`
  const body = Buffer.from(JSON.stringify({ document_key }))
  const poll = { path, init: { method: 'POST', headers: { 'content-type': 'application/json' }, body } }
  await until(
    async () => ['done', 'error'].includes(JSON.parse(await sendTo('hosted', keyed(poll))).status),
    'the translation',
  )
}

const longestFile = isFuzz ? 2 ** 20 : 2 ** 18

interface Row extends Growth {
  readonly operation: string
  readonly place: string
  readonly text: string
}
const rows: Row[] = []

interface Case {
  /** Body of the request. */
  readonly text: string
  readonly place: string
  growth(): Promise<Growth>
}

/** Draws cases of an operation, and fails if its work grew beyond the limit in one. */
async function assertDrawn(operation: string, cases: readonly Case[], { cases: most, ms } = tried): Promise<void> {
  const endMs = performance.now() + ms
  let worst: Row | undefined
  const failures: string[] = []
  for (const { place, text, growth: measured } of drawn(cases, operation).slice(0, most)) {
    if (performance.now() > endMs) break
    try {
      const growth = await measured()
      if (!worst || growth.ratio > worst.ratio || (growth.ratio === worst.ratio && growth.ms > worst.ms))
        worst = { operation, place, text, ...growth }
      if (growth.ratio > mostGrowth) failures.push(`${place}: ${text}: ${described(growth)}`)
    } catch (error) {
      failures.push(`${place}: ${text}: ${error instanceof Error ? error.message : error}`)
    }
  }
  if (worst) rows.push(worst)
  assert.deepEqual(failures, [], seedHint)
}

for (const entry of endpoints) {
  test(`CPU time of ${entry.title} grows no faster than its texts`, () => {
    const texts = textPlaces(entry).flatMap((place) =>
      hostileTexts(place.valid).map((text) => ({
        place: place.title,
        text: text.title,
        growth: () =>
          growthOf({
            text: text.of,
            work: (given) => send(entry, place.call(given)),
            longest: longestOf(place, text.of),
          }),
      })),
    )
    return assertDrawn(entry.title, texts)
  })

  const lists = listPlaces(entry)
  if (lists.length > 0)
    test(`CPU time of ${entry.title} grows no faster than its lists`, () =>
      assertDrawn(
        entry.title,
        lists.map((place) => ({
          place: place.title,
          text: 'its own items',
          growth: () =>
            growthOf({
              text: (length) => place.call(length),
              work: (call) => send(entry, call),
              longest: longestInBody,
            }),
        })),
      ))

  const places = mediaPlaces(entry)
  if (places.length > 0)
    test(`CPU time of ${entry.title} grows no faster than its files`, () =>
      assertDrawn(
        entry.title,
        places.flatMap(({ title, call }) =>
          hostileFiles.map(({ title: file, of, fileName }) => ({
            place: title,
            text: file,
            growth: () =>
              growthOf({ text: of, work: (bytes) => sendFile(entry, call(bytes, fileName)), longest: longestFile }),
          })),
        ),
        triedFiles,
      ))
}

/** Calls that once held up everybody, or took an API from all accounts. */
const named: readonly {
  title: string
  longest: number
  text: (length: number) => string
  /** Sent without a key. */
  isAnonymous?: true
  call(text: string): ExampleCall
}[] = [
  {
    title: 'a call without a key whose Authorization is one long word',
    isAnonymous: true,
    ...{ longest: longestInHead, text: (length) => 'a'.repeat(length) },
    call: (text) => ({
      path: '/v1/proxy/address-lookup/places?query=x',
      init: { method: 'GET', headers: { authorization: text } },
    }),
  },
  ...[
    'exchange-rates/latest?amount=',
    'activity-suggestions/api/activity?price=',
    'author-sentences/sentences?limit=',
  ].map((path) => ({
    title: `${path} with a number of many digits`,
    ...{ longest: longestInHead, text: (length: number) => `${'0'.repeat(length)}x` },
    call: (text: string) => ({ path: `/v1/proxy/${path}${text}`, init: { method: 'GET', headers: {} } }),
  })),
  {
    title: 'a chat completion whose picture is padding only',
    ...{ longest: longestInBody, text: (length) => `${'='.repeat(length)}A` },
    call: (text) =>
      posted('model-routing/v1/chat/completions', {
        role: 'user',
        content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${text}` } }],
      }),
  },
  {
    title: 'a message whose picture is padding only',
    ...{ longest: longestInBody, text: (length) => `${'='.repeat(length)}A` },
    call: (text) =>
      posted('model-routing/v1/messages', {
        role: 'user',
        content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: text } }],
      }),
  },
  {
    title: 'a select whose fl is full of open brackets',
    ...{ longest: longestInBody, text: (length) => '[.'.repeat(length / 2) },
    call: (text) => ({
      path: '/v1/proxy/nanomaterials/select',
      init: {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: Buffer.from(`q=zinc&fl=${text}`),
      },
    }),
  },
  ...Object.entries({
    find_operations: (text: string) => ({ query: text }),
    describe_operations: (text: string) => ({ operations: [text] }),
    call_read: (text: string) => ({ operation: text }),
    read_result: (text: string) => ({ handle: text, pointer: text }),
  }).flatMap(([tool, args]) =>
    ['a', 'a ', '/'].map((unit) => ({
      title: `${tool} with ${JSON.stringify(unit)} again and again`,
      ...{ longest: 2 ** 20, text: (length: number) => unit.repeat(length / unit.length) },
      call: (text: string) => toolCall(tool, args(text)),
    })),
  ),
]

function toolCall(name: string, args: object): ExampleCall {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } })
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  return { path: '/mcp', init: { method: 'POST', headers, body: Buffer.from(body) } }
}
function posted(path: string, message: object): ExampleCall {
  const body = Buffer.from(JSON.stringify({ model: 'any', max_tokens: 9, messages: [message] }))
  return { path: `/v1/proxy/${path}`, init: { method: 'POST', headers: { 'content-type': 'application/json' }, body } }
}

const keyed = ({ path, init }: ExampleCall, isAnonymous = false): ExampleCall => ({
  path,
  init: { ...init, headers: { ...init.headers, ...(isAnonymous ? {} : { 'x-gateway-key': keyOf('hosted') }) } },
})

for (const { title, longest, text, call, isAnonymous } of named)
  test(`CPU time of ${title} grows no faster than its text`, async () => {
    const growth = await growthOf({ longest, text, work: (given) => sendTo('hosted', keyed(call(given), isAnonymous)) })
    rows.push({ operation: title, place: '', text: '', ...growth })
    assert.ok(growth.ratio <= mostGrowth, described(growth))
  })

/** Escapes count in a request head. */
function longestOf({ longest, call }: TextPlace, text: (length: number) => string): number {
  if (longest > 2 ** 16) return longest
  const length = 1000
  const { path, init } = call(text(length))
  const bare = call('')
  const bytes =
    path.length - bare.path.length + JSON.stringify(init.headers).length - JSON.stringify(bare.init.headers).length
  return Math.floor(longest * Math.min(1, length / Math.max(1, bytes)))
}

if (isFuzz) testWorst(rows, ['Operation', 'Place', 'Text'], ({ operation, place, text }) => [operation, place, text])
