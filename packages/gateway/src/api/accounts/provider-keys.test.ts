// Guards provider keys and the choice of provider on both databases, through a running gateway: for an account about
// itself and for the operator about an account.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { type Answer, lastReceived, type Operated, operated } from '../admin/operator.fixture.ts'

const text = 'weather-secret-0123456789-abcd'

await eachStore('provider keys', (database) =>
  operated(database, (at) => {
    const ways = {
      self: (account: Account, method: string, path: string, body?: unknown) =>
        at.as(account.key, method, `/v1/me${path}`, body),
      operator: (account: Account, method: string, path: string, body?: unknown) =>
        at.admin(method, `/accounts/${account.accountId}${path}`, body),
    }
    for (const [name, way] of Object.entries(ways)) {
      test(`${name}: storing a real key switches every listing of its API to live, removing it switches back`, async () => {
        const account = await at.gateway.account()
        assert.equal((await forecast(at, account)).status, 403)
        const stored = await way(account, 'PUT', '/provider-keys/weather-pro', { key: text })
        assert.equal(stored.status, 200, stored.text)
        assert.deepEqual([stored.json.slug, stored.json.hint, stored.json.version], ['weather', 'abcd', 1])
        for (const listing of ['weather', 'weather-pro']) {
          const answer = await forecast(at, account, listing)
          assert.deepEqual([answer.status, answer.headers.get('x-gateway-provider')], [200, 'live'])
          assert.equal(lastReceived(at).headers['x-weather-key'], text)
        }
        assert.deepEqual(await chosenListings(at, account), ['weather', 'weather-pro'])
        assert.equal((await way(account, 'DELETE', '/provider-keys/weather')).status, 204)
        assert.equal((await forecast(at, account)).status, 403)
        assert.deepEqual(await chosenListings(at, account), [])
        assert.equal((await way(account, 'DELETE', '/provider-keys/weather')).status, 404)
      })

      test(`${name}: the demo account is answered embedded until a key is stored, and again once it is removed`, async () => {
        const { id: accountId } = Object((await at.as(at.gateway.key, 'GET', '/v1/me')).json.account)
        const demo = { accountId: String(accountId), key: at.gateway.key }
        const provider = async () => (await forecast(at, demo)).headers.get('x-gateway-provider')
        assert.equal(await provider(), 'embedded')
        await way(demo, 'PUT', '/provider-keys/weather', { key: text })
        assert.equal(await provider(), 'live')
        assert.equal((await way(demo, 'DELETE', '/provider-keys/weather')).status, 204)
        assert.equal(await provider(), 'embedded')
        assert.equal((await at.as(demo.key, 'GET', '/v1/me/provider-keys/weather')).json.placeholder, true)
      })

      test(`${name}: a stored key is never returned`, async () => {
        const account = await at.gateway.account()
        const answers = [
          await way(account, 'PUT', '/provider-keys/weather', { key: text }),
          await way(account, 'GET', '/provider-keys'),
          await way(account, 'GET', '/listings'),
          await way(account, 'POST', '/provider-keys/weather/verify'),
          await at.admin('GET', '/audit'),
        ]
        for (const answer of answers) assert.ok(answer.status === 200 && !answer.text.includes(text), answer.text)
        assert.ok(!at.gateway.logged.join('').includes(text))
      })

      test(`${name}: an invalid key, or one for an API without keys, is refused`, async () => {
        const account = await at.gateway.account()
        const refused: [string, unknown, number, string][] = [
          ['weather', { key: 'a-b-c-d-e\r\nb' }, 400, 'provider_key.refused'],
          ['weather', { key: '' }, 400, 'provider_key.refused'],
          ['weather', { key: 'abcdefg'.repeat(586) }, 400, 'provider_key.refused'],
          ['weather', { key: 'abcdeabcdeabcde' }, 400, 'provider_key.implausible'],
          ['weather', { key: account.key }, 400, 'provider_key.implausible'],
          ['weather', { key: `Bearer ${account.key}` }, 400, 'provider_key.implausible'],
          ['weather', { key: at.gateway.adminKey }, 400, 'provider_key.implausible'],
          ['weather', {}, 400, 'input.invalid'],
          ['weather', { key: 7 }, 400, 'input.invalid'],
          ['dictionary', { key: text }, 409, 'thing.conflict'],
          ['nope', { key: text }, 404, 'thing.unknown'],
          ['me', { key: text }, 404, 'thing.unknown'],
        ]
        for (const [slug, body, status, code] of refused) {
          const answer = await way(account, 'PUT', `/provider-keys/${slug}`, body)
          assert.deepEqual([answer.status, codeIn(answer)], [status, code], `${slug} ${answer.text}`)
          assert.ok(!answer.text.includes(text))
        }
        assert.deepEqual((await way(account, 'GET', '/provider-keys')).json, { providerKeys: [] })
      })

      test(`${name}: an accepted key is marked verified until it is replaced, a refused one is not`, async () => {
        const account = await at.gateway.account()
        const verify = () => way(account, 'POST', '/provider-keys/weather-pro/verify')
        assert.deepEqual([(await verify()).status, codeIn(await verify())], [404, 'thing.unknown'])
        await way(account, 'PUT', '/provider-keys/weather', { key: text })
        at.upstreamStatus = 401
        const refused = (await verify()).json
        assert.deepEqual(
          [refused.ok, refused.status, refused.verdict, refused.verifiedAt],
          [false, 401, 'refused', null],
        )
        at.upstreamStatus = 503
        assert.equal((await verify()).json.verdict, 'unclear')
        at.upstreamStatus = 200
        const accepted = (await verify()).json
        assert.deepEqual([accepted.ok, accepted.verdict], [true, 'accepted'])
        assert.equal(typeof accepted.verifiedAt, 'number')
        const { url, headers } = lastReceived(at)
        assert.deepEqual([url, headers['x-weather-key']], ['/whoami?verbose=a+b', text])
        assert.equal(headers['x-gateway-key'], undefined)
        const again = await way(account, 'PUT', '/provider-keys/weather', { key: `${text}2` })
        assert.deepEqual([again.json.version, again.json.verifiedAt], [2, null])
      })

      test(`${name}: a listing's provider is chosen among those it has, and the choice applies at once`, async () => {
        const account = await at.gateway.account()
        await way(account, 'PUT', '/provider-keys/weather', { key: text })
        const chosen = await way(account, 'PUT', '/listings/weather-pro', { provider: 'embedded' })
        assert.deepEqual([chosen.json.provider, chosen.json.chosen], ['embedded', true])
        const answers = [await forecast(at, account, 'weather-pro'), await forecast(at, account, 'weather')]
        assert.deepEqual(
          answers.map(({ headers }) => headers.get('x-gateway-provider')),
          ['embedded', 'live'],
        )
        const refused: [string, string, number][] = [
          ['dictionary', 'live', 409],
          ['tides', 'embedded', 409],
          ['nope', 'live', 404],
          ['weather', 'both', 400],
        ]
        for (const [slug, provider, status] of refused)
          assert.equal((await way(account, 'PUT', `/listings/${slug}`, { provider })).status, status)
      })

      test(`${name}: an account that chooses an envelope gets it without a header, until it goes back or a call asks otherwise`, async () => {
        const account = await at.gateway.account()
        const isWrapped = async (headers: Readonly<Record<string, string>> = {}) => {
          const url = `${at.gateway.baseUrl}/v1/proxy/dictionary/define?word=tide`
          const response = await fetch(url, { headers: { 'x-gateway-key': account.key, ...headers } })
          assert.equal(response.status, 200)
          return (await response.text()).startsWith('{"data":')
        }
        const asDeclared = await isWrapped()
        const other = asDeclared ? 'raw' : 'data'
        const choose = async (envelope: string | null) => way(account, 'PUT', '/listings/dictionary', { envelope })
        const chosen = await choose(other)
        assert.deepEqual([chosen.status, chosen.json.envelope, chosen.json.chosen], [200, other, false])
        assert.equal(await isWrapped(), !asDeclared)
        assert.equal(await isWrapped({ 'x-gateway-envelope': asDeclared ? 'data' : 'raw' }), asDeclared)
        const foreign = await ways.self(await at.gateway.account(), 'GET', '/listings')
        assert.ok(foreign.text.includes('"envelope":') && !foreign.text.includes(`"envelope":"${other}"`))
        await way(account, 'PUT', '/listings/dictionary', { provider: 'embedded' })
        assert.equal(await isWrapped(), !asDeclared)
        assert.equal((await choose('both')).status, 400)
        assert.notEqual((await choose(null)).json.envelope, other)
        assert.equal(await isWrapped(), asDeclared)
      })
    }

    test('the reported provider of each listing is the one that answers the next call', async () => {
      const account = await at.gateway.account()
      for (const step of ['nothing stored', 'stored', 'chosen']) {
        if (step === 'stored') {
          await ways.self(account, 'PUT', '/provider-keys/weather', { key: text })
          await ways.self(account, 'PUT', '/provider-keys/models', { key: text })
        }
        if (step === 'chosen') await ways.self(account, 'PUT', '/listings/weather', { provider: 'embedded' })
        const { json } = await ways.self(account, 'GET', '/listings')
        assert.ok(Array.isArray(json.listings))
        for (const { slug, provider } of json.listings) {
          // the tides have no embedded provider, which shows only when they are called
          if (slug === 'tides') continue
          const path = paths[slug] ?? 'current/Lyon'
          const answer = await at.as(account.key, 'GET', `/v1/proxy/${slug}/${path}`)
          assert.equal(answer.headers.get('x-gateway-provider'), provider, `${step}: ${slug}`)
        }
      }
    })

    test('a key for an API without a configured live provider leaves the embedded one answering', async () => {
      const account = await at.gateway.account()
      assert.equal((await ways.self(account, 'PUT', '/provider-keys/models', { key: text })).status, 200)
      const answer = await at.as(account.key, 'GET', '/v1/proxy/models/models')
      assert.deepEqual([answer.status, answer.headers.get('x-gateway-provider')], [200, 'embedded'])
    })

    test('with a placeholder the embedded provider answers, and the placeholder is never sent, not even to be verified', async () => {
      const demo = { accountId: at.gateway.demoAccountId, key: at.gateway.key }
      const { json } = await ways.self(demo, 'GET', '/provider-keys/weather')
      assert.equal(json.placeholder, true)
      const before = at.upstream.received.length
      assert.equal((await ways.self(demo, 'POST', '/provider-keys/weather/verify')).status, 409)
      assert.equal((await forecast(at, demo)).headers.get('x-gateway-provider'), 'embedded')
      assert.equal(at.upstream.received.length, before)
      await ways.self(demo, 'PUT', '/provider-keys/weather', { key: text })
      assert.equal((await forecast(at, demo)).headers.get('x-gateway-provider'), 'live')
      await ways.self(demo, 'PUT', '/provider-keys/weather', { key: 'gatehouse-placeholder-weather' })
      assert.equal((await forecast(at, demo)).headers.get('x-gateway-provider'), 'embedded')
    })

    test('an account cannot see or change anything of another', async () => {
      const [mine, other] = [await at.gateway.account(), await at.gateway.account()]
      await ways.self(mine, 'PUT', '/provider-keys/weather', { key: text })
      assert.deepEqual((await ways.self(other, 'GET', '/provider-keys')).json, { providerKeys: [] })
      assert.equal((await ways.self(other, 'DELETE', '/provider-keys/weather')).status, 404)
      assert.equal((await forecast(at, mine)).status, 200)
    })

    test('each change is on record under its actor', async () => {
      const account = await at.gateway.account()
      await ways.self(account, 'PUT', '/provider-keys/weather', { key: text })
      await ways.operator(account, 'PUT', '/listings/weather', { provider: 'embedded' })
      await ways.operator(account, 'DELETE', '/provider-keys/weather')
      const { json } = await at.admin('GET', '/audit?limit=3')
      assert.ok(Array.isArray(json.entries))
      assert.deepEqual(
        json.entries.map(({ actor, action, target }) => [actor, action, target]),
        [
          ['operator', 'provider_key.remove', `${account.accountId}/weather`],
          ['operator', 'listing.choose', `${account.accountId}/weather`],
          [account.accountId, 'provider_key.set', `${account.accountId}/weather`],
        ],
      )
    })

    test('an unreachable provider is reported as such, without revealing the key', async () => {
      const account = await at.gateway.account()
      await ways.self(account, 'PUT', '/provider-keys/weather', { key: text })
      await at.upstream.close()
      const answer = await ways.self(account, 'POST', '/provider-keys/weather/verify')
      assert.deepEqual([answer.status, codeIn(answer)], [502, 'upstream.unreachable'])
      assert.ok(!answer.text.includes(text) && !at.gateway.logged.join('').includes(text))
    })

    test('a key cannot be verified for an API that declares no endpoint for it', async () => {
      const account = await at.gateway.account()
      await ways.self(account, 'PUT', '/provider-keys/tides', { key: text })
      const answer = await ways.self(account, 'POST', '/provider-keys/tides/verify')
      assert.deepEqual([answer.status, codeIn(answer)], [409, 'thing.conflict'])
    })
  }),
)

const paths: Readonly<Record<string, string>> = { dictionary: 'define?word=tea', models: 'models' }

type Account = { readonly accountId: string; readonly key: string }

function forecast(at: Operated, { key }: Account, listing = 'weather'): Promise<Answer> {
  return at.as(key, 'GET', `/v1/proxy/${listing}/current/Lyon`)
}

async function chosenListings(at: Operated, { key }: Account): Promise<string[]> {
  const { json } = await at.as(key, 'GET', '/v1/me/listings')
  assert.ok(Array.isArray(json.listings))
  return json.listings.filter(({ chosen }) => chosen).map(({ slug }) => slug)
}

function codeIn({ text: body }: Answer): string | undefined {
  return /"code":"([^"]+)"/.exec(body)?.[1]
}
