// Paths in any case, as the provider reads them: the same holidays, and no way around the scopes of a key.
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { apisFolder, loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { openGateway } from '../../tests/harness/open-gateway.ts'
import { openUpstream, sendJson } from '../../tests/harness/upstream.ts'

const upstream = await openUpstream({ after }, (_request, response) => sendJson(response, []))
const gateway = await openGateway(
  { after },
  {
    apis: await loadApis(apisFolder, 'public-holidays'),
    upstreams: { 'public-holidays': `${upstream.url}/api/v3` },
  },
)
const { accountId, key } = await gateway.account()

beforeEach(() => {
  upstream.received.length = 0
})

type Kind = 'embedded' | 'live'
const call = (path: string, provider: Kind, usedKey = key) =>
  gateway.call(`/v1/proxy/public-holidays${path}`, { key: usedKey, headers: { 'x-gateway-provider': provider } })

/** A key that may call only these paths. */
async function keyFor(...paths: readonly string[]): Promise<string> {
  const scopes = paths.map((path) => ({ slug: 'public-holidays', path }))
  return reveal((await gateway.components.keys.create({ accountId, surface: 'hosted', name: 'Scoped', scopes })).key)
}

for (const path of ['/publicholidays/2026/de', '/PUBLICHOLIDAYS/2026/DE', '//publicHolidays//2026/dE/']) {
  test(`${path} answers like the declared spelling`, async () => {
    const declared = await (await call('/PublicHolidays/2026/DE', 'embedded')).json()
    const answer = await call(path, 'embedded')
    assert.equal(answer.status, 200)
    assert.deepEqual(await answer.json(), declared)
  })
}

test('the provider gets the declared spelling, the values as sent, and the query unchanged', async () => {
  for (const [sent, reaches] of [
    ['/publicholidays/2026/de', '/api/v3/PublicHolidays/2026/de'],
    ['/AVAILABLECOUNTRIES/', '/api/v3/AvailableCountries/'],
    ['/isTODAYpublicHoliday/DE?CountyCode=de-BY', '/api/v3/IsTodayPublicHoliday/DE?CountyCode=de-BY'],
  ] as const) {
    assert.equal((await call(sent, 'live')).status, 200)
    assert.equal(upstream.received.at(-1)?.url, reaches)
  }
})

test('a key is restricted to its scope whatever the case of the path', async () => {
  const narrow = await keyFor('/AvailableCountries', '/PublicHolidays/2026/*')
  for (const kind of ['embedded', 'live'] as const) {
    for (const path of ['/availablecountries', '/AvailableCountries', '/publicHOLIDAYS/2026/de'])
      assert.equal((await call(path, kind, narrow)).status, 200, path)
    upstream.received.length = 0
    for (const path of ['/version', '/VERSION', '/publicholidays/2027/de', '/nextpublicholidays/DE']) {
      const refused = await call(path, kind, narrow)
      assert.deepEqual([refused.status, Object(await refused.json()).error?.code], [403, 'key.scope'], path)
    }
    assert.equal(upstream.received.length, 0)
  }
})

test('a scope for a value covers that spelling of the value and no other', async () => {
  const german = await keyFor('/PublicHolidays/2026/DE')
  assert.equal((await call('/publicholidays/2026/DE', 'embedded', german)).status, 200)
  assert.equal((await call('/publicholidays/2026/de', 'embedded', german)).status, 403)
})

test('an encoded letter does not match a path', async () => {
  assert.equal((await call('/%50ublicHolidays/2026/DE', 'embedded')).status, 404)
})
