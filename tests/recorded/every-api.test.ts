// Every operation of every API that reads: recorded from its stand-in and replayed byte for byte when nobody listens
// there, with no key in what is kept. And sample data, which never replaces an answer.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Example, effectOf, type OwnKey, paramInfoOf } from '#define/reflect'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { type EveryEndpoint, type ExampleCall, everyEndpoint, exampleCall } from '../harness/every-endpoint.ts'
import { openGateway } from '../harness/open-gateway.ts'
import { openStandIn, type StandIn, statusOf } from '../harness/stand-in.ts'
import { type Recorder, recorderOf } from './recorder.ts'

/** Has to be escaped in a query, and is too long to occur by chance. */
const storedKey = 'pk/Kept+Nowhere=8cH2mQ7vT1'
const ownKey = 'own-Key-Kept-Nowhere-5dX9'

const loaded = await loadApis()
const reads = everyEndpoint(loaded, 'hosted').filter(
  ({ endpoint }) => effectOf(endpoint) === 'read' && endpoint.public !== true && endpoint.socket === undefined,
)
const slugs = [...new Set(reads.map(({ listing }) => listing))]

/** The call of an example, with a key of the caller's own wherever the endpoint takes one. */
function callOf(entry: EveryEndpoint): ExampleCall {
  const params = { ...entry.example.params }
  for (const [name, shape] of Object.entries(entry.endpoint.params))
    if (paramInfoOf(shape).credential) params[name] = ownKey
  const example: Example = { ...entry.example, params }
  const { path, init } = exampleCall(entry, example)
  const headers: Record<string, string> = { ...init.headers, cookie: `session=${ownKey}`, 'x-api-key': ownKey }
  if (entry.auth.kind === 'own') for (const name of headerPlaces(entry.auth)) headers[name] = `Bearer ${ownKey}`
  return { path, init: { ...init, headers } }
}

const headerPlaces = ({ places, also }: OwnKey) => [
  ...places.filter((place) => place.in === 'header').map(({ name }) => name),
  ...also,
]

interface Seen {
  readonly status: number
  readonly type: string | null
  readonly provider: string | null
  readonly bytes: Buffer
}

async function see(recorder: Recorder, { path, init }: ExampleCall): Promise<Seen> {
  const response = await recorder.ask(path, init)
  const { status, headers } = response
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status, type: headers.get('content-type'), provider: headers.get('x-gateway-provider'), bytes }
}

describe('every operation that reads', () => {
  const closing: (() => unknown)[] = []
  const recorded = new Map<string, Seen>()
  let standIn: StandIn
  let recorder: Recorder

  before(async () => {
    const t = { after: (close: () => unknown) => void closing.unshift(close) }
    standIn = await openStandIn(t, loaded)
    recorder = await recorderOf(await openGateway(t, { apis: loaded, upstreams: standIn.bases }))
    for (const { api } of loaded)
      if (api.auth.kind === 'own') await recorder.gateway.storeKey(recorder.accountId, api.slug, storedKey)
    for (const slug of slugs) await recorder.choose(slug, { provider: 'live', answers: 'record' })
    for (const entry of reads) {
      standIn.prefer(entry.id)
      recorded.set(entry.title, await see(recorder, callOf(entry)))
    }
    await standIn.close()
    for (const slug of slugs) await recorder.choose(slug, { answers: 'replay' })
  })
  after(async () => {
    for (const close of closing) await close()
  })

  for (const entry of reads)
    test(`${entry.title} is replayed byte for byte`, async () => {
      const first = recorded.get(entry.title)
      assert.equal(first?.status, statusOf(entry.endpoint), String(first?.bytes))
      assert.equal(first?.provider, 'live')
      assert.deepEqual(await see(recorder, callOf(entry)), { ...first, provider: 'replay' })
    })

  test('no key is in an export, in a row, or in the log, and a HAR file has all answers', async () => {
    const lines = await recorder.exported()
    assert.ok(lines.length >= slugs.length, 'nothing was exported')
    const rows = await recorder.gateway.components.store.db.selectFrom('kept_answers').selectAll().execute()
    const har = await (await recorder.ask('/v1/me/answers/har')).text()
    assert.equal(JSON.parse(har).log.entries.length, lines.length)
    const texts = [...lines, har, ...rows.map((row) => JSON.stringify(row)), ...recorder.gateway.logged]
    const forms = [storedKey, ownKey, recorder.key].flatMap((key) => [
      key,
      encodeURIComponent(key),
      Buffer.from(key).toString('base64'),
    ])
    assert.deepEqual(
      texts.filter((text) => forms.some((form) => text.includes(form))).map((text) => text.slice(0, 200)),
      [],
    )
  })

  test('sample data replaces no answer, in any API', async () => {
    const { gateway } = recorder
    const removed = await recorder.ask('/v1/me/answers', { method: 'DELETE' })
    assert.equal(removed.status, 200)
    const invented: string[] = []
    let failed = 0
    for (const slug of slugs) await recorder.choose(slug, { answers: 'failover' })
    for (const entry of reads) {
      // an open circuit fails at once
      const listing = gateway.listings.find(({ slug }) => slug === entry.listing)
      const origin = entry.endpoint.upstream?.base ?? listing?.target?.origin ?? ''
      const circuit = gateway.components.pools.circuit(entry.listing, new URL(origin).origin)
      for (let count = 0; count < 10; count++) circuit.failed()
      const { path, init } = callOf(entry)
      const response = await recorder.ask(path, init)
      await response.arrayBuffer()
      if (response.headers.get('x-gateway-sample') !== null) invented.push(entry.title)
      if (response.status >= 500) failed++
    }
    assert.deepEqual(invented, [])
    assert.ok(failed > reads.length / 2, `only ${failed} of ${reads.length} failed`)
  })
})
