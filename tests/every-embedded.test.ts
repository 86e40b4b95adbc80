// Every endpoint of every embedded provider, called with its example on each database; and the error where there is
// none. Whatever is special about one provider is tested in its own folder.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { isRaw } from '#define/reflect'
import { checkOf } from '#derive'
import { type LoadedApi, loadApis } from '../packages/gateway/src/process/load-apis.ts'
import { reveal } from '../packages/gateway/src/process/secret.ts'
import { compareAnswer, declaredAnswerOf } from '../packages/gateway/src/record/drift/compare.ts'
import {
  type EveryEndpoint,
  everyEndpoint,
  exampleCall,
  inTurns,
  withoutCredentials,
} from './harness/every-endpoint.ts'
import { createExampleIds } from './harness/example-ids.ts'
import { type OpenGateway, openGateway } from './harness/open-gateway.ts'
import { seedHint } from './harness/seed.ts'
import { eachStore } from './harness/services.ts'
import { assertNotShared } from './harness/shared-cache.ts'
import { until } from './harness/until.ts'
import { wrongCalls } from './harness/wrong-calls.ts'

const loaded = await loadApis()
// API by API, because some of what is created expires after an hour
const endpoints = loaded.flatMap((one) => inTurns(everyEndpoint([one], one.api.surface.name)))

/** APIs whose examples are answered without the header, and why. */
const markedOtherwise: Readonly<Record<string, string>> = {
  'fraud-screening': 'its sample, places of cities, is used for addresses that no example has',
  'item-market': 'a member `simulated` of each row says it, because an answer may have rows of both kinds',
}

/** Long enough for providers that work in steps. */
const betweenCallsMs = 60_000

await eachStore('every endpoint', (database) =>
  // inside the suite of the database, so that the gateway is stopped before its database is dropped
  describe('answered embedded', () => {
    const closing: (() => unknown)[] = []
    let gateway: OpenGateway
    let keys: Readonly<Record<string, string>>
    /** True with tables: an API without any answers alike on every database, and is tried on the first. */
    const hasTables = ({ provider }: LoadedApi) => Object.keys(provider?.migrations ?? {}).length > 0
    const tried = loaded.filter((one) => database.name === 'sqlite' || hasTables(one))
    const slugsTried = new Set(tried.map(({ api }) => api.slug))
    let nowMs = Date.parse('2026-11-02T12:00:00Z')
    const names = new Map(loaded.map(({ api }) => [api.slug, createExampleIds()]))

    before(async () => {
      const { url, dataDir } = database.target
      // an engine of the machine would answer what is declared to need one
      mkdirSync(join(dataDir, 'config'), { recursive: true })
      writeFileSync(join(dataDir, 'config', 'translation.json'), '{"pocketsphinx":false}')
      gateway = await openGateway(
        { after: (close) => void closing.unshift(close) },
        {
          dataDir,
          apis: loaded,
          platform: { clock: () => nowMs },
          environment: {
            GATEHOUSE_SEED: 'every endpoint',
            ...(url === undefined ? {} : { GATEHOUSE_DATABASE_URL: url }),
          },
        },
      )
      const { accountId, key } = await gateway.account()
      const market = await gateway.components.keys.create({ accountId, surface: 'market', name: 'Test' })
      keys = { hosted: key, market: reveal(market.key) }
      await prepared(gateway.baseUrl, key, tried)
    })
    after(async () => {
      for (const close of closing) await close()
    })

    /** Slugs of APIs that have answered from their sample. */
    const sampled = new Set<string>()
    for (const entry of endpoints.filter(({ api }) => slugsTried.has(api.slug))) {
      if (entry.provider)
        test(`${entry.title} answers its example`, async () => {
          const response = await settled(entry)
          assertNotShared(response, entry.title)
          if (response.headers.get('x-gateway-sample') === 'true') sampled.add(entry.api.slug)
          const bytes = Buffer.from(await response.arrayBuffer())
          checkAnswer(entry, { response, bytes })
          nowMs += betweenCallsMs
          if (entry.endpoint.method !== 'GET' && !isRaw(entry.endpoint.returns))
            names.get(entry.api.slug)?.learn(entry.example.output, JSON.parse(bytes.toString('utf8')))
        })
      else
        test(`${entry.title} reports that there is no embedded provider`, async () => {
          const response = await callEmbedded(entry)
          const body = Object(await response.json())
          assert.deepEqual([response.status, body.error.code], [501, 'provider.embedded_missing'])
        })
    }

    test('exactly the APIs that declare sample data mark answers as made from it', () => {
      const declared = tried.filter(({ api, provider }) => provider && api.sample).map(({ api }) => api.slug)
      assert.deepEqual([...sampled].sort(), declared.filter((slug) => !(slug in markedOtherwise)).sort())
    })

    // after the examples, whose order matters; what a value is taken for does not depend on the database
    if (database.name === 'sqlite')
      for (const { api, provider } of loaded.filter((one) => one.provider))
        test(`values of other types are never a failure of the gateway in calls of ${api.slug}`, async () => {
          for (const entry of endpoints.filter((one) => one.api === api && one.provider === provider))
            for (const { what, example } of wrongCalls(entry)) {
              const response = await callEmbedded(entry, example)
              assertNotShared(response, `${entry.title} with ${what}`)
              checkRefusal(response.status, await response.text(), `${entry.title} with ${what} (${seedHint})`)
            }
        })

    /** Sends a read again while it says that what an example has created still runs. */
    async function settled(entry: EveryEndpoint): Promise<Response> {
      let response = await callEmbedded(entry)
      if (entry.endpoint.method !== 'GET' || response.status !== 400) return response
      await until(async () => {
        response = await callEmbedded(entry)
        return response.status !== 400
      }, `an answer of ${entry.title}`)
      return response
    }

    function callEmbedded(entry: EveryEndpoint, example = withoutCredentials(entry)): Promise<Response> {
      const { surface } = entry.api
      const { path, init } = exampleCall(entry, names.get(entry.api.slug)?.applied(example) ?? example)
      const selection = { 'x-gateway-provider': 'embedded', 'x-gateway-envelope': 'raw' }
      const headers = { ...init.headers, ...selection, [surface.keyHeader]: keys[surface.name] ?? '' }
      const origin = surface.name === 'market' ? gateway.marketUrl : gateway.baseUrl
      return fetch(origin + path, { ...init, headers })
    }
  }),
)

/** Calls each provider until it has been opened, which the first call may not wait for; all at once. */
async function prepared(baseUrl: string, key: string, tried: readonly LoadedApi[]): Promise<void> {
  const open = async ({ api, provider }: LoadedApi) => {
    const [endpoint] = Object.values(api.endpoints)
    if (provider?.runs !== 'worker' || !endpoint) return
    const path = api.surface.mount.replace('{slug}', api.slug) + endpoint.path
    const isPrepared = async () => {
      const response = await fetch(baseUrl + path, {
        headers: { 'x-gateway-key': key, 'x-gateway-provider': 'embedded' },
      })
      return !(await response.text()).includes('provider.warming')
    }
    await until(isPrepared, `opening ${api.slug}`, 120_000)
  }
  await Promise.all(tried.map(open))
}

/** A refusal has a code and a sentence, wherever its body is an object; what only a live provider has is 501. */
function checkRefusal(status: number, text: string, what: string): void {
  if (status < 400) return
  assert.ok(status < 500 || status === 501, `${what}: ${status} ${text.slice(0, 500)}`)
  const body: unknown = JSON.parse(text)
  if (typeof body !== 'object' || body === null) return
  const { error, gateway_error: ours } = Object(body)
  const isPair = (pair: unknown) => typeof Object(pair).code === 'string' && typeof Object(pair).message === 'string'
  assert.ok(isPair(error) || isPair(ours), `${what}: ${text.slice(0, 500)}`)
}

/**
 * Success in the declared form; an endpoint that its provider does not implement answers accordingly, embedded too,
 * and one that only a live provider can answer is refused.
 */
function checkAnswer({ endpoint, api }: EveryEndpoint, answer: { response: Response; bytes: Buffer }): void {
  const { response, bytes } = answer
  const { returns } = endpoint
  if (endpoint.unimplemented !== undefined) {
    assert.equal(response.status, 501)
    return
  }
  if (endpoint.liveOnly !== undefined) {
    assert.ok(response.status === 403 || response.status === 501, `${response.status}`)
    return
  }
  assert.ok(response.status >= 200 && response.status < 300, `${response.status} ${bytes.toString().slice(0, 500)}`)
  if (endpoint.status !== undefined) assert.equal(response.status, endpoint.status)
  if (api.surface.name === 'hosted') assert.equal(response.headers.get('x-gateway-provider'), 'embedded')
  const { contentType = 'application/json' } = isRaw(returns) ? returns : {}
  const sent = response.headers.get('content-type') ?? ''
  // bytes of no declared type have that of the file
  if (contentType !== 'application/octet-stream') assert.equal(sent.split(';', 1)[0], contentType.split(';', 1)[0])
  const { findings } = compareAnswer(declaredAnswerOf(api, endpoint), {
    status: endpoint.status === undefined ? 200 : response.status,
    contentType: sent,
    body: bytes,
  })
  assert.deepEqual(findings, [])
  if (!isRaw(returns)) assert.deepEqual(checkOf(returns, 'output')(JSON.parse(bytes.toString('utf8'))), [])
  else if (returns.raw === 'empty') assert.equal(bytes.length, 0)
  else assert.ok(bytes.length > 0, 'the answer is empty')
}
