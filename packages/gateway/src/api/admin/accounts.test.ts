// Guards the operator API for accounts, keys and plans on both databases, through a running gateway.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { type Operated, operated } from './operator.fixture.ts'

const hour = 3_600_000

await eachStore('the operator API for accounts', (database) =>
  operated(database, (at) => {
    const newAccount = async (name = 'Desk'): Promise<string> => {
      const { status, json } = await at.admin('POST', '/accounts', { name, plan: 'free' })
      assert.equal(status, 201)
      return String(json.id)
    }
    const newKey = async (account: string, order: object = {}) => {
      const created = await at.admin('POST', '/keys', { account, surface: 'hosted', name: 'Test', ...order })
      assert.equal(created.status, 201, created.text)
      return { id: String(created.json.id), key: String(created.json.key), created }
    }
    const dice = async (key: string) => (await at.as(key, 'GET', '/v1/proxy/dictionary/define?word=tea')).status

    test('calls without the operator key, or with a gateway key in its place, are refused', async () => {
      for (const key of ['', at.gateway.key, `${at.gateway.adminKey}x`]) {
        const response = await fetch(`${at.gateway.baseUrl}/v1/admin/accounts`, {
          headers: key === '' ? {} : { 'x-gateway-admin-key': key },
        })
        assert.equal(response.status, 401)
        assert.match(await response.text(), /"key\.invalid"/)
      }
    })

    test('an account is created, read, changed and listed page by page', async () => {
      const id = await newAccount('Weather desk')
      const { json } = await at.admin('GET', `/accounts/${id}`)
      assert.deepEqual(
        { ...json, createdAt: 0 },
        { id, name: 'Weather desk', plan: 'free', isDemo: false, enabled: true, provider: 'live', createdAt: 0 },
      )
      const changed = await at.admin('PATCH', `/accounts/${id}`, { name: ' Night desk ' })
      assert.equal(changed.json.name, 'Night desk')
      const ids = await everyId(at)
      assert.ok(ids.includes(id))
      assert.deepEqual(ids, [...new Set(ids)].sort())
    })

    test('an unknown account, plan or key is a 404 that names it', async () => {
      const unknown = [
        ['GET', '/accounts/acc_nope'],
        ['PATCH', '/accounts/acc_nope', { enabled: false }],
        ['POST', '/accounts', { name: 'x', plan: 'nope' }],
        ['GET', '/accounts/acc_nope/listings'],
        ['GET', '/accounts/acc_nope/provider-keys'],
        ['POST', '/keys', { account: 'acc_nope', surface: 'hosted', name: 'x' }],
        ['GET', '/keys/key_nope'],
        ['PATCH', '/keys/key_nope', { name: 'x' }],
        ['POST', '/keys/key_nope/rotate'],
        ['DELETE', '/keys/key_nope'],
      ] as const
      for (const [method, path, body] of unknown) {
        const { status, json } = await at.admin(method, path, body)
        assert.deepEqual([status, codeOf(json)], [404, 'thing.unknown'], `${method} ${path}`)
        assert.match(JSON.stringify(json), /nope/)
      }
    })

    test('an empty name, a name with control characters and one that is too long are refused', async () => {
      for (const name of ['', '   ', 'a\r\nb', 'x'.repeat(101)]) {
        const { status, json } = await at.admin('POST', '/accounts', { name, plan: 'free' })
        assert.deepEqual([status, codeOf(json)], [400, 'input.invalid'])
      }
    })

    test('the plan may be omitted only while there is just one', async () => {
      const plans = await at.admin('GET', '/plans')
      assert.deepEqual(idsOf(plans.json.plans), ['free'])
      assert.equal((await at.admin('POST', '/accounts', { name: 'One plan' })).status, 201)
      await at.admin('PUT', '/plans/team', { perMinute: 5, perDay: 100 })
      const refused = await at.admin('POST', '/accounts', { name: 'Two plans' })
      assert.deepEqual([refused.status, codeOf(refused.json)], [400, 'input.invalid'])
    })

    test('changed quotas apply to the next call, and plan ids are kebab-case', async () => {
      await at.admin('PUT', '/plans/tight', { perMinute: 100, perDay: 1000 })
      const account = await newAccount()
      await at.admin('PATCH', `/accounts/${account}`, { plan: 'tight' })
      const { key } = await newKey(account)
      assert.equal(await dice(key), 200)
      const { json } = await at.admin('PUT', '/plans/tight', { perMinute: 0, perDay: 1000 })
      assert.equal(json.perMinute, 0)
      assert.equal(await dice(key), 429)
      assert.equal((await at.admin('PUT', '/plans/Big_Plan', { perMinute: 1, perDay: 1 })).status, 400)
      assert.equal((await at.admin('PUT', '/plans/minus', { perMinute: -1, perDay: 1 })).status, 400)
    })

    test('the keys of a disabled account stop working at once and work again when it is enabled', async () => {
      const account = await newAccount()
      const { key } = await newKey(account)
      assert.equal(await dice(key), 200)
      await at.admin('PATCH', `/accounts/${account}`, { enabled: false })
      assert.equal(await dice(key), 401)
      await at.admin('PATCH', `/accounts/${account}`, { enabled: true })
      assert.equal(await dice(key), 200)
    })

    test('a key is shown once, with no-store, and appears nowhere else', async () => {
      const account = await newAccount()
      const { id, key, created } = await newKey(account, { scopes: [{ slug: 'dictionary', methods: ['GET'] }] })
      assert.match(key, /^gh_live_/)
      assert.equal(created.headers.get('cache-control'), 'no-store')
      const answers = [
        await at.admin('GET', `/keys/${id}`),
        await at.admin('GET', '/keys'),
        await at.admin('GET', '/audit'),
      ]
      for (const { text } of answers) assert.ok(!text.includes(key))
      assert.ok(!at.gateway.logged.join('').includes(key))
      assert.deepEqual(answers[0]?.json.scopes, [{ slug: 'dictionary', methods: ['GET'] }])
    })

    test('a revoked key is refused as soon as the revocation is answered, and stays on record', async () => {
      const account = await newAccount()
      const { id, key } = await newKey(account)
      assert.equal(await dice(key), 200)
      const revoked = await at.admin('DELETE', `/keys/${id}`)
      assert.deepEqual([revoked.status, revoked.json], [200, { revoked: [id], remaining: [] }])
      assert.equal(await dice(key), 401)
      const { json } = await at.admin('GET', `/keys?account=${account}`)
      assert.deepEqual(idsOf(json.keys), [id])
      assert.equal((await at.admin('POST', `/keys/${id}/rotate`)).status, 409)
    })

    test('a rotated key keeps its id; the previous key works for the grace period and no longer', async () => {
      const { id, key } = await newKey(await newAccount())
      const gentle = await at.admin('POST', `/keys/${id}/rotate?graceMs=${hour}`)
      assert.deepEqual([gentle.status, gentle.json.id], [200, id])
      assert.deepEqual([await dice(key), await dice(String(gentle.json.key))], [200, 200])
      const sharp = await at.admin('POST', `/keys/${id}/rotate`)
      assert.deepEqual([await dice(key), await dice(String(gentle.json.key))], [401, 401])
      assert.equal(await dice(String(sharp.json.key)), 200)
    })

    test('restrictions of a key are validated, apply at once, and are lifted by null', async () => {
      const { id, key } = await newKey(await newAccount())
      await at.admin('PATCH', `/keys/${id}`, { scopes: [{ slug: 'weather' }] })
      assert.equal(await dice(key), 403)
      await at.admin('PATCH', `/keys/${id}`, { scopes: null, addresses: ['203.0.113.7'] })
      assert.equal(await dice(key), 403)
      await at.admin('PATCH', `/keys/${id}`, { addresses: null, enabled: false })
      assert.equal(await dice(key), 403)
      await at.admin('PATCH', `/keys/${id}`, { enabled: true })
      assert.equal(await dice(key), 200)
      for (const body of [
        { addresses: ['not-an-address'] },
        { scopes: [{ slug: 'weather', paths: '/x' }] },
        { name: '' },
      ])
        assert.equal((await at.admin('PATCH', `/keys/${id}`, body)).status, 400)
    })

    test('a misspelt member or parameter is refused by name, so that no restriction is dropped', async () => {
      const account = await newAccount()
      const { id } = await newKey(account)
      const order = { account, surface: 'hosted', name: 'Test' }
      const refused = [
        ['POST', '/keys', { ...order, scope: [{ slug: 'weather' }] }, 'scope is not known; did you mean scopes?'],
        ['POST', '/keys', { ...order, expires: 1 }, 'expires is not known; did you mean expiresAt?'],
        ['POST', '/keys', { ...order, ipAllowlist: [] }, 'ipAllowlist is not known; known are account, '],
        ['POST', '/keys', { ...order, scopes: [{ slug: 'weather', method: ['GET'] }] }, 'scopes.0.method is not known'],
        ['PATCH', `/keys/${id}`, { scope: null }, 'scope is not known; did you mean scopes?'],
        ['POST', `/keys/${id}/rotate?graceSeconds=5`, undefined, 'graceSeconds is not known; did you mean graceMs?'],
        ['POST', `/keys/${id}/rotate`, { graceMs: 5 }, 'graceMs belongs in the query, not in the body'],
        ['GET', `/keys?acount=${account}`, undefined, 'acount is not known; did you mean account?'],
        ['PATCH', `/accounts/${account}`, { enable: false }, 'enable is not known; did you mean enabled?'],
      ] as const
      for (const [method, path, body, sentence] of refused) {
        const { status, json, text } = await at.admin(method, path, body)
        assert.deepEqual([status, codeOf(json)], [400, 'input.invalid'], `${method} ${path}`)
        assert.ok(text.includes(sentence), text)
      }
      const { json } = await at.admin('GET', `/keys?account=${account}`)
      assert.deepEqual(idsOf(json.keys), [id])
      assert.equal((await at.admin('POST', `/keys/${id}/rotate`, {})).status, 200)
    })

    test('a scope that names no listing or no endpoint is refused with the nearest one', async () => {
      const account = await newAccount()
      const { id } = await newKey(account)
      const order = { account, surface: 'hosted', name: 'Test' }
      for (const [scope, sentence] of [
        [{ slug: 'wether' }, 'did you mean weather?'],
        [{ slug: 'dictionary', path: '/defin' }, 'did you mean /define?'],
        [{ slug: 'dictionary', methods: ['DELETE'] }, 'has only GET, POST'],
      ] as const)
        for (const [method, path, body] of [
          ['POST', '/keys', { ...order, scopes: [scope] }],
          ['PATCH', `/keys/${id}`, { scopes: [scope] }],
        ] as const) {
          const { status, json, text } = await at.admin(method, path, body)
          assert.deepEqual([status, codeOf(json)], [400, 'input.invalid'])
          assert.ok(text.includes(sentence), text)
        }
      const scopes = [
        { slug: 'weather-pro', path: '/current/Lyon' },
        { slug: 'me', path: '/me/*' },
      ]
      assert.equal((await at.admin('POST', '/keys', { ...order, scopes })).status, 201)
    })

    test('a market key is accepted by the market and not by the gateway', async () => {
      const { key } = await newKey(await newAccount(), { surface: 'market' })
      assert.match(key, /^gh_market_/)
      assert.equal(await dice(key), 401)
    })

    test('each change is on record with its actor and target, and never with a secret', async () => {
      const account = await newAccount('Audited')
      const { id, key } = await newKey(account)
      await at.admin('POST', `/keys/${id}/rotate?graceMs=5`)
      await at.admin('DELETE', `/keys/${id}`)
      const { json, text } = await at.admin('GET', '/audit?limit=4')
      const entries = rowsOf(json.entries)
      assert.deepEqual(
        entries.map(({ actor, action, target }) => [actor, action, target]),
        [
          ['operator', 'key.revoke', id],
          ['operator', 'key.rotate', id],
          ['operator', 'key.create', id],
          ['operator', 'account.create', account],
        ],
      )
      assert.ok(!text.includes(key))
      const older = await at.admin('GET', `/audit?limit=1&before=${json.next}`)
      assert.ok(Number(rowsOf(older.json.entries)[0]?.id) < Number(json.next))
    })
  }),
)

async function everyId(at: Operated): Promise<string[]> {
  const ids: string[] = []
  for (let after = ''; ; ) {
    const { json } = await at.admin('GET', `/accounts?limit=1${after}`)
    ids.push(...idsOf(json.accounts))
    if (typeof json.next !== 'string') return ids
    after = `&after=${json.next}`
  }
}

function rowsOf(value: unknown): Record<string, unknown>[] {
  assert.ok(Array.isArray(value))
  return value
}

function idsOf(value: unknown): string[] {
  return rowsOf(value).map(({ id }) => String(id))
}

function codeOf(json: Record<string, unknown>): unknown {
  const { error } = json
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}
