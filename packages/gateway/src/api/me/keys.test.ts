// Guards that an account manages its own keys, and that none of them gives or takes over more than it has.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachStore } from '../../../../../tests/harness/services.ts'
import type { NewKey } from '../../account/keys/keys.ts'
import { reveal } from '../../process/secret.ts'
import { operated } from '../admin/operator.fixture.ts'

await eachStore('the keys of an account', (database) =>
  operated(database, (at) => {
    const made = async (accountId: string, restrictions: Partial<NewKey> = {}) => {
      const { keys } = at.gateway.components
      const { id, key } = await keys.create({ accountId, surface: 'hosted', name: 'Made', ...restrictions })
      return { id, key: reveal(key) }
    }
    const works = async (key: string) => (await at.as(key, 'GET', '/v1/proxy/dictionary/define?word=tea')).status
    const hourMs = 3_600_000
    const namesIn = (keys: unknown) =>
      Object(keys)
        .map(({ name }: { name: string }) => name)
        .sort()

    test('a key makes, restricts, rotates and revokes others of its account, each change at once', async () => {
      const { key } = await at.gateway.account()
      const created = await at.as(key, 'POST', '/v1/me/keys', { name: 'Dashboard', agent: 'write' })
      assert.deepEqual([created.status, created.headers.get('cache-control')], [201, 'no-store'])
      const [id, first] = [String(created.json.id), String(created.json.key)]
      assert.equal(await works(first), 200)
      const scopes = [{ slug: 'tides' }]
      assert.equal((await at.as(key, 'PATCH', `/v1/me/keys/${id}`, { scopes })).status, 200)
      assert.equal(await works(first), 403)
      assert.equal((await at.as(key, 'PATCH', `/v1/me/keys/${id}`, { scopes: null })).status, 200)
      const rotated = await at.as(key, 'POST', `/v1/me/keys/${id}/rotate`)
      assert.deepEqual([await works(first), await works(String(rotated.json.key))], [401, 200])
      assert.deepEqual((await at.as(key, 'DELETE', `/v1/me/keys/${id}`)).json, { revoked: [id], remaining: [] })
      assert.equal(await works(String(rotated.json.key)), 401)
      const seen = (await at.as(key, 'GET', `/v1/me/keys/${id}`)).json
      assert.deepEqual(
        [seen.current, seen.agent, seen.account, typeof seen.revokedAt],
        [false, 'write', undefined, 'number'],
      )
    })

    test('the list marks the calling key, and each change names it in the audit record', async () => {
      const { accountId, key } = await at.gateway.account()
      const { id } = (await at.as(key, 'POST', '/v1/me/keys', { name: 'Other' })).json
      const keys = Object((await at.as(key, 'GET', '/v1/me/keys')).json.keys)
      const [calling] = keys.filter((one: { current: boolean }) => one.current)
      assert.equal(keys.length, 2)
      assert.equal(Object((await at.as(key, 'GET', '/v1/me')).json.key).id, calling.id)
      const { entries } = (await at.admin('GET', `/audit?actor=${accountId}&action=key.`)).json
      assert.deepEqual(
        Object(entries).map(({ action, target, detail }: Record<string, unknown>) => [
          action,
          target,
          Object(detail).by,
        ]),
        [['key.create', id, calling.id]],
      )
      assert.deepEqual((await at.admin('GET', `/audit?actor=${accountId}&action=key.revoke`)).json.entries, [])
      await at.as(key, 'PUT', '/v1/me/listings/weather', { provider: 'live' })
      const { entries: chosen } = (await at.admin('GET', `/audit?actor=${accountId}&action=listing.`)).json
      assert.deepEqual(
        Object(chosen).map(({ detail }: Record<string, unknown>) => Object(detail).by),
        [calling.id],
      )
    })

    test('keys of another account are not there', async () => {
      const [mine, other] = [await at.gateway.account(), await at.gateway.account()]
      const { id } = await made(other.accountId)
      for (const [method, path] of [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['POST', '/rotate'],
      ] as const) {
        const refused = await at.as(mine.key, method, `/v1/me/keys/${id}${path}`, method === 'PATCH' ? {} : undefined)
        assert.deepEqual([refused.status, Object(refused.json.error).code], [404, 'thing.unknown'], method)
      }
      assert.ok(!(await at.as(mine.key, 'GET', '/v1/me/keys')).text.includes(id))
    })

    test('a restricted key makes keys within its own restrictions, which they get where nothing else is said', async () => {
      const { accountId } = await at.gateway.account()
      const expiresAt = Date.now() + hourMs
      const scopes = [{ slug: 'me' }, { slug: 'dictionary', methods: ['GET'] }]
      const { key } = await made(accountId, { scopes, addresses: ['127.0.0.0/8', '::1'], expiresAt })
      const { id } = (await at.as(key, 'POST', '/v1/me/keys', { name: 'Heir' })).json
      const heir = (await at.as(key, 'GET', `/v1/me/keys/${id}`)).json
      assert.deepEqual([heir.scopes, heir.addresses, heir.expiresAt], [scopes, ['127.0.0.0/8', '::1'], expiresAt])
      const within = [
        { scopes: [{ slug: 'dictionary', methods: ['GET', 'HEAD'], path: '/define' }] },
        { addresses: ['127.0.0.1', '127.1.0.0/16', '::ffff:127.0.0.1'] },
        { expiresAt: expiresAt - 1 },
      ]
      for (const restriction of within)
        assert.equal((await at.as(key, 'POST', '/v1/me/keys', { name: 'In', ...restriction })).status, 201)
      const beyond = [
        ...[{ scopes: null }, { scopes: [{ slug: '*' }] }, { scopes: [{ slug: 'tides' }] }],
        ...[{ scopes: [{ slug: 'dictionary' }] }, { scopes: [{ slug: 'dictionary', methods: ['GET', 'POST'] }] }],
        ...[{ addresses: null }, { addresses: ['127.0.0.0/7'] }, { addresses: ['::/0'] }],
        ...[{ expiresAt: null }, { expiresAt: expiresAt + 1 }],
      ]
      for (const restriction of beyond) {
        const refused = await at.as(key, 'POST', '/v1/me/keys', { name: 'Out', ...restriction })
        const code = Object(refused.json.error).code
        assert.ok(code === 'key.grant' || code === 'input.invalid', JSON.stringify(restriction) + refused.text)
        const changed = await at.as(key, 'PATCH', `/v1/me/keys/${id}`, restriction)
        assert.equal(changed.status, refused.status, JSON.stringify(restriction))
      }
    })

    test('the revocation of a leaked key shows the keys that were made with it, and revokes them if asked to', async () => {
      const { key: owner } = await at.gateway.account()
      const make = async (key: string, name: string, more: object = {}) => {
        const { json } = await at.as(key, 'POST', '/v1/me/keys', { name, ...more })
        return { id: String(json.id), key: String(json.key) }
      }
      const leaked = await make(owner, 'leaked')
      const child = await make(leaked.key, 'child')
      const grandchild = await make(child.key, 'grandchild', { scopes: [{ slug: 'me' }] })
      const innocent = await make(owner, 'innocent')
      const status = async ({ key }: { key: string }) => (await at.as(key, 'GET', '/v1/me')).status
      const shown = (await at.as(owner, 'GET', `/v1/me/keys/${child.id}`)).json
      assert.equal(shown.madeBy, leaked.id)
      const first = (await at.as(owner, 'DELETE', `/v1/me/keys/${leaked.id}`)).json
      assert.deepEqual(first.revoked, [leaked.id])
      assert.deepEqual(namesIn(first.remaining), ['child', 'grandchild'])
      assert.deepEqual([await status(leaked), await status(child), await status(grandchild)], [401, 200, 200])
      // what the calling key does not cover stays, and is shown
      const narrow = await make(owner, 'narrow', { scopes: [{ slug: 'me' }] })
      const refused = await at.as(narrow.key, 'DELETE', `/v1/me/keys/${leaked.id}?withMade=true`)
      assert.deepEqual([refused.status, Object(refused.json.error).code], [403, 'key.grant'])
      const second = (await at.as(owner, 'DELETE', `/v1/me/keys/${leaked.id}?withMade=true`)).json
      assert.deepEqual([...Object(second.revoked)].sort(), [child.id, grandchild.id].sort())
      assert.deepEqual(second.remaining, [])
      assert.deepEqual([await status(child), await status(grandchild), await status(innocent)], [401, 401, 200])
      const entries = Object((await at.admin('GET', `/audit?target=${grandchild.id}&action=key.revoke`)).json.entries)
      assert.deepEqual(entries[0]?.detail.madeBy, leaked.id)
    })

    test('the operator sees and revokes what was made with a key, and whatever a key rotated counts as made with it', async () => {
      const { key: owner } = await at.gateway.account()
      const make = async (key: string, name: string) => (await at.as(key, 'POST', '/v1/me/keys', { name })).json
      const [leaked, taken] = [await make(owner, 'leaked'), await make(owner, 'taken')]
      const rotated = (await at.as(String(leaked.key), 'POST', `/v1/me/keys/${taken.id}/rotate`)).json
      const first = (await at.admin('DELETE', `/keys/${leaked.id}`)).json
      assert.deepEqual(namesIn(first.remaining), ['taken'])
      const second = (await at.admin('DELETE', `/keys/${leaked.id}?withMade=true`)).json
      assert.deepEqual(second, { revoked: [taken.id], remaining: [] })
      assert.equal((await at.as(String(rotated.key), 'GET', '/v1/me')).status, 401)
    })

    test('no key that a leaked one makes or takes over in the instant of its revocation survives', async () => {
      const { key: owner } = await at.gateway.account()
      const make = (key: string, name: string) => at.as(key, 'POST', '/v1/me/keys', { name })
      const [leaked, other] = [(await make(owner, 'leaked')).json, (await make(owner, 'other')).json]
      const making = Array.from({ length: 30 }, (_none, at) => make(String(leaked.key), `made ${at}`))
      const rotating = at.as(String(leaked.key), 'POST', `/v1/me/keys/${other.id}/rotate`)
      const revoking = at.as(owner, 'DELETE', `/v1/me/keys/${leaked.id}?withMade=true`)
      const answers = [...(await Promise.all(making)), await rotating]
      assert.deepEqual(Object((await revoking).json).remaining, [])
      for (const { status, json } of answers) {
        assert.ok([200, 201, 401].includes(status), `${status}`)
        if (status !== 401) assert.equal((await at.as(String(json.key), 'GET', '/v1/me')).status, 401)
      }
    })

    test('an account never has more keys than it may, however many are asked for at once', async () => {
      const { key, accountId } = await at.gateway.account()
      const { keys } = at.gateway.components
      const most = { unrevoked: 12, all: 10_000 }
      const order = { accountId, surface: 'hosted', name: 'many' } as const
      const made = await Promise.allSettled(Array.from({ length: 30 }, () => keys.create(order, most)))
      assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 11, 'the first is there')
      for (const one of made) if (one.status === 'rejected') assert.equal(one.reason.code, 'thing.conflict')
      assert.equal((await at.as(key, 'POST', '/v1/me/keys', { name: 'within the limit of the API' })).status, 201)
    })

    test('a restricted key cannot rotate, change or revoke one that has more, nor lift its own restrictions', async () => {
      const { accountId, key: full } = await at.gateway.account()
      const { id: fullId } = Object((await at.as(full, 'GET', '/v1/me')).json.key)
      const { id, key } = await made(accountId, { scopes: [{ slug: 'me' }] })
      for (const [method, path, body] of [
        ['POST', `/v1/me/keys/${fullId}/rotate`, undefined],
        ['DELETE', `/v1/me/keys/${fullId}`, undefined],
        ['PATCH', `/v1/me/keys/${fullId}`, { enabled: false }],
        ['PATCH', `/v1/me/keys/${fullId}`, { scopes: [{ slug: 'me' }] }],
        ['PATCH', `/v1/me/keys/${id}`, { scopes: null }],
      ] as const) {
        const refused = await at.as(key, method, path, body)
        assert.deepEqual([refused.status, Object(refused.json.error).code], [403, 'key.grant'], `${method} ${path}`)
      }
      assert.equal(await works(full), 200)
      assert.equal((await at.as(key, 'PATCH', `/v1/me/keys/${id}`, { name: 'Itself' })).status, 200)
      const own = await at.as(key, 'POST', `/v1/me/keys/${id}/rotate`)
      assert.equal((await at.as(String(own.json.key), 'DELETE', `/v1/me/keys/${id}`)).status, 200)
      assert.equal((await at.as(String(own.json.key), 'GET', '/v1/me')).status, 401)
    })

    test('a key whose scopes leave out /me/keys cannot reach it', async () => {
      const { accountId } = await at.gateway.account()
      const { key } = await made(accountId, { scopes: [{ slug: 'me', methods: ['GET'] }] })
      assert.equal((await at.as(key, 'GET', '/v1/me/keys')).status, 200)
      const refused = await at.as(key, 'POST', '/v1/me/keys', { name: 'No' })
      assert.deepEqual([refused.status, Object(refused.json.error).code], [403, 'key.scope'])
    })

    test('a key with limits makes that many calls, however many its account may make', async () => {
      const { accountId, key } = await at.gateway.account()
      const limited = await made(accountId, { limits: { perMinute: null, perDay: 3 } })
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => at.as(limited.key, 'GET', '/v1/proxy/dictionary/define?word=tea')),
      )
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 429, 429, 429, 429, 429])
      const refused = answers.find(({ status }) => status === 429)
      assert.equal(Object(refused?.json.error).code, 'key.day')
      assert.ok(Number(refused?.headers.get('retry-after')) > 0)
      const { hosted, key: own } = (await at.as(limited.key, 'GET', '/v1/me/limits')).json
      assert.deepEqual([Object(own).limitDay, Object(own).remainingDay], [3, 0])
      assert.equal(Object(hosted).limitDay - Object(hosted).remainingDay, 3, 'refused calls do not use up the plan')
      assert.equal(await works(key), 200, 'other keys of the account go on')
      const raised = await at.admin('PATCH', `/keys/${limited.id}`, { limits: { perMinute: 100, perDay: 4 } })
      assert.deepEqual(raised.json.limits, { perMinute: 100, perDay: 4, usdPerDay: null })
      assert.deepEqual([await works(limited.key), await works(limited.key)], [200, 429])
      await at.admin('PATCH', `/keys/${limited.id}`, { limits: null })
      assert.equal(await works(limited.key), 200)
    })

    test('a key with limits can neither raise them nor reach more calls through another key', async () => {
      const { accountId, key } = await at.gateway.account()
      const { id, key: limited } = await made(accountId, { limits: { perMinute: 100, perDay: null } })
      const { id: otherId } = await made(accountId, { limits: { perMinute: 5, perDay: null } })
      const attempts = [
        ...[null, { perMinute: null, perDay: null }, { perMinute: 101, perDay: 5 }].map(
          (limits) => ['PATCH', `/v1/me/keys/${id}`, { limits }] as const,
        ),
        ['POST', '/v1/me/keys', { name: 'Another' }] as const,
        ['POST', `/v1/me/keys/${otherId}/rotate`, undefined] as const,
      ]
      for (const [method, path, body] of attempts) {
        const refused = await at.as(limited, method, path, body)
        assert.deepEqual([refused.status, Object(refused.json.error).code], [403, 'key.grant'], `${method} ${path}`)
      }
      const lowered = await at.as(limited, 'PATCH', `/v1/me/keys/${id}`, { limits: { perMinute: 50, perDay: 10 } })
      assert.deepEqual(lowered.json.limits, { perMinute: 50, perDay: 10, usdPerDay: null })
      assert.equal((await at.as(key, 'PATCH', `/v1/me/keys/${id}`, { limits: null })).status, 200)
    })

    test('the audit record names the way a change came', async () => {
      const { accountId, key } = await at.gateway.account()
      await at.as(key, 'PUT', '/v1/me/listings/weather', { provider: 'embedded' })
      await fetch(`${at.gateway.baseUrl}/v1/me/listings/weather`, {
        method: 'PUT',
        headers: { 'x-gateway-key': key, 'x-gateway-surface': 'console', 'content-type': 'application/json' },
        body: JSON.stringify({ provider: 'live' }),
      })
      const { entries } = (await at.admin('GET', `/audit?actor=${accountId}`)).json
      assert.deepEqual(
        Object(entries).map(({ surface }: { surface: string }) => surface),
        ['console', 'http'],
      )
      const { entries: byConsole } = (await at.admin('GET', `/audit?actor=${accountId}&surface=console`)).json
      assert.equal(Object(byConsole).length, 1)
    })

    test('accounts and keys are found by the beginning of their names', async () => {
      const { accountId } = await at.gateway.account()
      await at.admin('PATCH', `/accounts/${accountId}`, { name: 'Zebra Herd' })
      const { id } = await made(accountId, { name: 'Stripe reader' })
      const { accounts } = (await at.admin('GET', '/accounts?search=zebra%20h')).json
      assert.deepEqual(
        Object(accounts).map((account: { id: string }) => account.id),
        [accountId],
      )
      const { keys } = (await at.admin('GET', '/keys?search=STRIPE&state=works')).json
      assert.deepEqual(
        Object(keys).map((key: { id: string }) => key.id),
        [id],
      )
      for (const path of [
        '/keys?sort=used&after=nonsense',
        '/keys?after=%00',
        '/keys?search=%00',
        '/accounts?after=%00',
      ])
        assert.equal((await at.admin('GET', path)).status, 400, path)
      for (const path of ['/audit?target=%00', '/usage?listing=%00', '/calls?account=%00', '/spending?account=%00'])
        assert.equal((await at.admin('GET', path)).status, 400, path)
    })
  }),
)
