// Who answers a call: what the call asks for, the account's choice for the listing, the account's default. In
// production nothing invented answers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAccountsRepository } from '#store'
import { reveal } from '../../packages/gateway/src/process/secret.ts'
import { openGateway } from '../harness/open-gateway.ts'
import { type Cleanup, openUpstream } from '../harness/upstream.ts'

const fact = '/v1/proxy/cat-facts/fact'
const usage = '/v1/proxy/translation/v2/usage'

async function openWorld(t: Cleanup, environment: Record<string, string> = {}) {
  const live = await openUpstream(t, (_request, response) => {
    response.setHeader('content-type', 'application/json').end('{"fact":"Live.","length":5}')
  })
  const upstreams = { 'cat-facts': live.url, translation: live.url }
  const gateway = await openGateway(t, { upstreams, environment })
  const send = async (path: string, { method = 'GET', body, key, headers }: Sent) => {
    const sent = { ...(key ? { 'x-gateway-key': key } : { 'x-gateway-admin-key': gateway.adminKey }), ...headers }
    const answer = await fetch(gateway.baseUrl + path, {
      method,
      headers: { ...sent, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const json: unknown = await answer.json()
    return { status: answer.status, provider: answer.headers.get('x-gateway-provider'), json: Object(json) }
  }
  const create = async (body: object = {}) => {
    const plan = { perMinute: 1000, perDay: 10_000 }
    await send('/v1/admin/plans/team', { method: 'PUT', body: plan })
    const { json } = await send('/v1/admin/accounts', { method: 'POST', body: { name: 'Team', plan: 'team', ...body } })
    const made = await gateway.components.keys.create({ accountId: json.id, surface: 'hosted', name: 'Key' })
    return { id: String(json.id), provider: json.provider, key: reveal(made.key) }
  }
  return { gateway, live, send, create }
}

interface Sent {
  readonly method?: string
  readonly body?: object
  readonly key?: string
  readonly headers?: Record<string, string>
}

test('a new account is live, the demo account embedded, and a key that is missing has two ways out', async (t) => {
  const { gateway, send, create } = await openWorld(t)
  const team = await create()
  assert.equal(team.provider, 'live')
  assert.equal((await send(fact, { key: team.key })).provider, 'live')
  assert.equal((await send(fact, { key: gateway.key })).provider, 'embedded')
  assert.equal((await send(usage, { key: gateway.key })).provider, 'embedded')
  const { status, json } = await send(usage, { key: team.key })
  assert.equal(status, 403)
  assert.equal(json.error.code, 'provider_key.missing')
  assert.match(json.error.message, /provider-keys\/translation.*\{"provider":"embedded"\}/)
})

test('account, operator and call choose otherwise, and a choice for all replaces those for single listings', async (t) => {
  const { send, create } = await openWorld(t)
  const { id, key } = await create({ provider: 'embedded' })
  const who = async (path: string, headers?: Record<string, string>) =>
    (await send(path, { key, ...(headers && { headers }) })).provider
  assert.deepEqual([await who(fact), await who(usage)], ['embedded', 'embedded'])
  assert.equal(await who(fact, { 'x-gateway-provider': 'live' }), 'live')
  await send('/v1/me/listings/cat-facts', { method: 'PUT', key, body: { provider: 'live' } })
  assert.deepEqual([await who(fact), await who(usage)], ['live', 'embedded'])
  await send('/v1/me/provider', { method: 'PUT', key, body: { provider: 'embedded' } })
  assert.equal(await who(fact), 'embedded')
  const { json } = await send(`/v1/admin/accounts/${id}`, { method: 'PATCH', body: { provider: 'live' } })
  assert.equal(json.provider, 'live')
  assert.equal(await who(fact), 'live')
  await send('/v1/me/provider-keys/translation', { method: 'PUT', key, body: { key: 'abcdef-123456:fx' } })
  assert.equal(await who(usage), 'live')
})

test('the operator chooses the default of new accounts', async (t) => {
  const { send, create } = await openWorld(t, { GATEHOUSE_DEFAULT_PROVIDER: 'embedded' })
  const { key, provider } = await create()
  assert.equal(provider, 'embedded')
  assert.equal((await send(fact, { key })).provider, 'embedded')
})

test('an account from before the default keeps what it had', async (t) => {
  const { gateway, send, create } = await openWorld(t)
  const { id, key } = await create()
  await createAccountsRepository(gateway.components.store.db).update(id, { provider: null })
  await gateway.components.invalidations.publish('account', id)
  assert.equal((await send(fact, { key })).provider, 'embedded')
  assert.equal((await send(usage, { key })).status, 403)
})

test('production serves no sample data, unless the operator says so', async (t) => {
  const { send, create } = await openWorld(t, { GATEHOUSE_PRODUCTION: 'true' })
  const { key } = await create({ provider: 'embedded' })
  for (const [path, remedy] of [
    [fact, 'gatehouse import cat-facts'],
    ['/v1/proxy/exchange-rates/latest', 'gatehouse import exchange-rates'],
    ['/v1/proxy/characters/character/99999', 'gatehouse import characters'],
  ] as const) {
    const { status, json } = await send(path, { key })
    assert.equal(status, 501, path)
    const { code, message } = json.gateway_error ?? json.error
    assert.equal(code, 'provider.sample_only')
    assert.ok(String(message).includes(remedy), message)
  }
  // a change has happened, so its reply is not refused
  const change = { method: 'POST', key, body: { title: 'Bills', colour: '#ff0000' } }
  assert.equal((await send('/v1/proxy/personal-finance/users/4100/categories', change)).status, 201)
  // what is computed or true is not a sample
  assert.equal((await send('/v1/proxy/randomness/dice', { key })).status, 200)
  assert.equal((await send(usage, { key })).status, 200)
  assert.equal((await send('/v1/proxy/cat-facts/fact', { key, headers: { 'x-gateway-provider': 'live' } })).status, 200)
})

test('a production gateway that serves sample data marks it and warns the operator', async (t) => {
  const { send, create } = await openWorld(t, { GATEHOUSE_PRODUCTION: 'true', GATEHOUSE_SAMPLE: 'true' })
  const { key } = await create({ provider: 'embedded' })
  assert.equal((await send(fact, { key })).status, 200)
  const { json } = await send('/v1/admin/overview', {})
  const need = json.needs.find(({ kind }: { kind: string }) => kind === 'sample.served')
  assert.ok(need.note.includes('cat-facts'))
})
