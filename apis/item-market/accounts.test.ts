// The account endpoints: sample accounts while calls out are not permitted, otherwise a local Steam that answers as in
// SOURCES 5.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { openGateway } from '../../tests/harness/open-gateway.ts'
import { eachStore } from '../../tests/harness/services.ts'
import { until } from '../../tests/harness/until.ts'
import { openUpstream, type Received, sendJson } from '../../tests/harness/upstream.ts'
import { trackInventoriesName } from './provider/job-schedules.ts'
import { inventoryBody, ownerId, redline } from './test/steam-inventory.ts'

const collector = '76561202160265729'
const hidden = '76561202160265731'
const stranger = '76561198000000001'

type Json = Readonly<Record<string, unknown>>
interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: { readonly data?: Json; readonly error?: { code: string; message: string; details?: unknown } }
}

interface Options {
  readonly steam?: (request: Received, response: ServerResponse) => void
  readonly environment?: Record<string, string>
  readonly dataDir?: string
  readonly now?: string
}

async function open(t: TestContext, { steam, environment = {}, now, ...options }: Options = {}) {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'gatehouse-test-'))
  if (options.dataDir === undefined) t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const upstream = steam && (await openUpstream(t, steam))
  if (upstream) {
    mkdirSync(join(dataDir, 'config'), { recursive: true })
    const source = { base: upstream.url, gapMs: 0 }
    const config = { steam: source, sources: { steam_web_api: source } }
    writeFileSync(join(dataDir, 'config', 'item-market.json'), JSON.stringify(config))
  }
  const apis = [...(await loadApis(undefined, 'item-market')), ...(await loadApis(undefined, 'exchange-rates'))]
  const gateway = await openGateway(t, {
    apis,
    dataDir,
    environment: {
      ...environment,
      ...(upstream && { GATEHOUSE_REFRESH: 'true' }),
      ...(now !== undefined && { GATEHOUSE_NOW: now }),
    },
  })
  const key = gateway.firstRun?.marketKey
  const send = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = { 'x-api-key': key ?? '', 'content-type': 'application/json' }
    const answer = await fetch(`${gateway.marketUrl}/api/v1${path}`, { ...init, headers })
    return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) }
  }
  const post = (path: string, body: unknown) => send(path, { method: 'POST', body: JSON.stringify(body) })
  const operate = (method: string, path: string, body?: unknown) =>
    fetch(`${gateway.baseUrl}/v1/admin/apis/item-market${path}`, {
      method,
      headers: { 'x-gateway-admin-key': gateway.adminKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return { gateway, upstream, send, post, operate }
}
const rows = (value: unknown): Json[] => (Array.isArray(value) ? value : [])
const amount = (item: Json) => Math.round(Number(item.price ?? 0) * 100) * Number(item.amount)

test('a sample account is found by its id, its vanity name and the address of its profile, and is always the same', async (t) => {
  const { send } = await open(t)
  const byId = await send(`/inventory?account_id=${collector}`)
  const items = rows(byId.body.data?.items)
  assert.equal(byId.body.data?.simulated, true)
  assert.equal(items.length, 60)
  for (const name of ['sample-collector', 'SAMPLE-Collector', `https://steamcommunity.com/profiles/${collector}/`]) {
    const { body } = await send(`/inventory?account_id=${encodeURIComponent(name)}`)
    assert.deepEqual(body.data?.items, items, name)
  }
})

test('the value, the counts and the summary of an inventory add up, in any currency', async (t) => {
  const { send } = await open(t)
  for (const currency of ['USD', 'EUR', 'JPY']) {
    const { data } = (await send(`/inventory?account_id=sample-trader&currency=${currency}`)).body
    const items = rows(data?.items)
    const summary = Object(data?.summary)
    const pieces = items.reduce((sum, item) => sum + Number(item.amount), 0)
    assert.equal(data?.currency, currency)
    assert.equal(
      Math.round(Number(data?.total_value) * 100),
      items.reduce((sum, item) => sum + amount(item), 0),
    )
    assert.equal(data?.total_items, pieces)
    assert.equal(
      Object.values<number>(summary.rarities).reduce((sum, count) => sum + count, 0),
      pieces,
    )
    assert.equal(summary.priced_count + summary.unpriced_count, pieces)
    assert.ok(summary.tradable_count > 0 && summary.tradable_count < pieces)
    const prices = rows(summary.top_items).map(({ price }) => Number(price))
    assert.deepEqual(
      prices,
      prices.toSorted((a, b) => b - a),
    )
    assert.equal(prices[0], Math.max(...items.map(({ price }) => Number(price ?? 0))))
  }
})

test('without prices nothing is valued and nothing is tracked', async (t) => {
  const { send } = await open(t)
  const { data } = (await send(`/inventory?account_id=${collector}&prices=false`)).body
  assert.equal(data?.total_value, null)
  assert.ok(rows(data?.items).every(({ price }) => price === null))
  const { data: history } = (await send(`/inventory/history?account_id=${collector}`)).body
  assert.equal(history?.tracked_since, null)
  assert.deepEqual(history?.history, [])
})

test('the float endpoint decodes the certificate of a sample item to the same item', async (t) => {
  const { send } = await open(t)
  const { data } = (await send(`/inventory?account_id=${collector}`)).body
  for (const item of rows(data?.items).filter(({ inspect_link }) => inspect_link !== undefined)) {
    const { body } = await send(`/float?url=${encodeURIComponent(String(item.inspect_link))}`)
    assert.equal(body.data?.market_hash_name, item.market_hash_name)
    assert.equal(body.data?.float_value, item.float_value)
    assert.equal(body.data?.asset_id, item.asset_id)
  }
})

await eachStore('tracked inventories', (database) => {
  test('the value is recorded once on each day that it is requested or the daily job runs', async (t) => {
    const { url, dataDir } = await database.empty()
    const environment = url === undefined ? {} : { GATEHOUSE_DATABASE_URL: url }
    const first = await open(t, { dataDir, environment, now: '2026-11-02T10:00:00Z' })
    const recorded = await first.send(`/inventory?account_id=${collector}`)
    await first.send(`/inventory?account_id=${collector}&currency=EUR`)
    // a day later the work is due
    await first.gateway.components.store.db
      .insertInto('job_runs')
      .values({ api: 'item-market', job: trackInventoriesName, due_at: 0 })
      .onConflict((conflict) => conflict.columns(['api', 'job']).doUpdateSet({ due_at: 0 }))
      .execute()
    await first.gateway.stop()
    const second = await open(t, { dataDir, environment, now: '2026-11-03T10:00:00Z' })
    const headers = { 'x-api-key': first.gateway.firstRun?.marketKey ?? '' }
    const history = async () => {
      const url = `${second.gateway.marketUrl}/api/v1/inventory/history?account_id=${collector}&days=5`
      return JSON.parse(await (await fetch(url, { headers })).text()).data
    }
    await until(async () => (await history()).history.length === 2)
    const before = await history()
    assert.equal(before.tracked_since, '2026-11-02')
    assert.equal(before.history[0].date, '2026-11-02')
    assert.equal(before.history[0].total_value, recorded.body.data?.total_value)
    assert.equal(before.history[0].item_count, recorded.body.data?.total_items)
    assert.equal(before.history[1].date, '2026-11-03')
    assert.ok(before.history[1].total_value > 0)
  })
})

test('without permission to call out only sample accounts are known, and the answer says why', async (t) => {
  const { send } = await open(t)
  for (const path of [
    `/inventory?account_id=${stranger}`,
    `/profile?id=${stranger}`,
    '/friendlist?account_id=somebody',
  ]) {
    const { status, body } = await send(path)
    assert.equal(status, 404, path)
    assert.equal(body.error?.code, 'account.unknown')
    assert.match(body.error?.message ?? '', /GATEHOUSE_REFRESH/)
  }
})

test('a private account shows only the public part of its profile, and neither inventory nor friends', async (t) => {
  const { send } = await open(t)
  const { data } = (await send(`/profile?id=${hidden}`)).body
  assert.equal(data?.visibility, 'private')
  assert.equal(data?.level, null)
  for (const path of [`/inventory?account_id=${hidden}`, `/friendlist?account_id=${hidden}`]) {
    const { status, body } = await send(path)
    assert.deepEqual([status, body.error?.code], [404, 'account.private'])
  }
})

test('friendships of sample accounts are mutual and began at the same moment', async (t) => {
  const { send } = await open(t)
  const { data } = (await send('/friendlist?account_id=sample-collector')).body
  const [friend] = rows(data?.friends)
  assert.equal(data?.count, 2)
  const { data: back } = (await send(`/friendlist?account_id=${friend?.steam_id}`)).body
  const [own] = rows(back?.friends)
  assert.equal(own?.steam_id, collector)
  assert.equal(own?.friend_since_unix, friend?.friend_since_unix)
})

test('anything that does not identify an account is refused with the name of the field', async (t) => {
  const { send, post } = await open(t)
  const wrong = ['76561197960265728', '99999999999999999', 'a', 'a b', 'x'.repeat(33), 'a/../b', '%00', "';--"]
  for (const name of [...wrong, 'https://steamcommunity.com/profiles/gaben', 'https://example.org/id/gaben'])
    for (const [path, field] of [
      ['/inventory?account_id=', 'account_id'],
      ['/inventory/history?account_id=', 'account_id'],
      ['/friendlist?account_id=', 'account_id'],
      ['/profile?id=', 'id'],
    ] as const) {
      const { status, body } = await send(path + encodeURIComponent(name))
      assert.equal(status, 400, path + name)
      assert.match(body.error?.message ?? '', new RegExp(`^${field} `))
    }
  const eleven = await post('/inventory/batch', { account_ids: Array.from({ length: 11 }, () => collector) })
  assert.equal(eleven.status, 400)
  assert.equal((await post('/inventory/batch', { account_ids: [] })).status, 400)
  for (const [field, value] of [
    ['game', 'chess'],
    ['currency', 'XXX'],
  ]) {
    const { status, body } = await send(`/inventory?account_id=${collector}&${field}=${value}`)
    assert.deepEqual([status, body.error?.code], [400, `${field}.unknown`])
    const batch = await post('/inventory/batch', { account_ids: [collector], [field ?? '']: value })
    assert.deepEqual([batch.status, batch.body.error?.code], [400, `${field}.unknown`])
  }
})

test('a batch keeps the order, and an account that cannot be read has its error without failing the others', async (t) => {
  const { post } = await open(t)
  const { body } = await post('/inventory/batch', {
    account_ids: ['no such', hidden, 'sample-trader', stranger, collector],
  })
  const codes = rows(body.data?.inventories).map((one) => Object(one.error).code ?? one.steam_id)
  assert.deepEqual(codes, ['input.invalid', 'account.private', '76561202160265730', 'account.unknown', collector])
  assert.equal(body.data?.count, 5)
})

test('a Steam inventory is read page by page with floats, seeds and stickers from its certificates, which are stored', async (t) => {
  const { send, upstream } = await open(t, {
    steam: ({ url }, response) => sendJson(response, inventoryBody(new URL(url, 'http://x').searchParams)),
  })
  const { status, body } = await send(`/inventory?account_id=${ownerId}`)
  assert.equal(status, 200, JSON.stringify(body))
  const items = rows(body.data?.items)
  assert.equal(upstream?.received.length, 2)
  assert.match(upstream?.received[0]?.url ?? '', new RegExp(`^/inventory/${ownerId}/730/2\\?l=english&count=1000$`))
  assert.match(upstream?.received[1]?.url ?? '', /start_assetid=/)
  assert.equal(items.length, 3)
  const [rifle, plain, unknown] = items
  assert.equal(rifle?.market_hash_name, redline.name)
  assert.equal(rifle?.float_value, redline.wear)
  assert.equal(rifle?.paint_seed, redline.seed)
  assert.equal(rifle?.rarity, 'Classified')
  assert.equal(plain?.float_value, 0.25)
  assert.equal(plain?.inspect_link, undefined)
  assert.equal(unknown?.price, null)
  assert.equal(body.data?.truncated, false)
  const known = await send(`/float/leaderboard?name=${encodeURIComponent('AK-47 | Redline')}`)
  assert.equal(rows(known.body.data?.items)[0]?.owner, ownerId)
  // read a moment ago: Steam is not asked again
  await send(`/inventory?account_id=${ownerId}&currency=EUR`)
  assert.equal(upstream?.received.length, 2)
})

test('a pointer link is answered from the inventory of the owner it names', async (t) => {
  const { send } = await open(t, {
    steam: ({ url }, response) => sendJson(response, inventoryBody(new URL(url, 'http://x').searchParams)),
  })
  const link = `steam://rungame/730/76561202255233023/+csgo_econ_action_preview%20S${ownerId}A${redline.assetId}D7935523998312483177`
  const { status, body } = await send(`/float?url=${encodeURIComponent(link)}`)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(body.data?.source, 'inventory')
  assert.equal(body.data?.float_value, redline.wear)
})

test('private, unknown, throttled and broken answers of Steam are distinguished, and never a 500', async (t) => {
  const deep = `${'['.repeat(200)}${']'.repeat(200)}`
  const answers: Record<string, (response: ServerResponse) => void> = {
    '76561198000000000': (response) => void response.end(`{"success":1,"total_inventory_count":0,"more":${deep}}`),
    [`${stranger}`]: (response) => void response.writeHead(403, { 'content-type': 'application/json' }).end('null'),
    '76561198000000002': (response) => void response.writeHead(404).end('null'),
    '76561198000000003': (response) => sendJson(response, { success: 15 }),
    '76561198000000004': (response) => void response.writeHead(200).end('<html>'),
    '76561198000000005': (response) => void response.destroy(),
    '76561198000000006': (response) => void response.writeHead(429, { 'retry-after': '70' }).end('null'),
  }
  const { send } = await open(t, {
    steam: ({ url }, response) => answers[url.split('/')[2] ?? '']?.(response),
  })
  const codes: (readonly [number, string | undefined])[] = []
  for (const id of Object.keys(answers).sort()) {
    const { status, body } = await send(`/inventory?account_id=${id}`)
    codes.push([status, body.error?.code])
  }
  assert.deepEqual(codes, [
    [502, 'source.failed'],
    [404, 'account.private'],
    [404, 'account.unknown'],
    [404, 'account.private'],
    [502, 'source.failed'],
    [502, 'source.failed'],
    [429, 'source.limited'],
  ])
  const again = await send('/inventory?account_id=76561198000000006')
  assert.equal(again.status, 429)
  assert.ok(Number(again.headers.get('retry-after')) > 30)
})

test('a profile comes from the public page without a key, and complete from the Web API with the sealed one', async (t) => {
  const { send, operate, upstream } = await open(t, { steam: steamPeople })
  const page = (await send('/profile?id=somebody')).body.data
  assert.equal(page?.steam_id, stranger)
  assert.equal(page?.name, 'Some & body')
  assert.equal(page?.level, null)
  assert.equal(page?.vac_banned, true)
  assert.equal(page?.created_at, '2013-08-14T00:00:00.000Z')
  const closed = await send(`/friendlist?account_id=${stranger}`)
  assert.deepEqual([closed.status, closed.body.error?.code], [503, 'source.key_missing'])
  assert.equal((await operate('PUT', '/accounts/web-key', { key: 'WEBAPIKEY0123456789' })).status, 200)
  const whole = (await send(`/profile?id=${stranger}`)).body.data
  assert.deepEqual(
    [whole?.level, whole?.hours_played, whole?.country, Object(whole?.bans).vac_count, whole?.community_banned],
    [31, 20.5, 'NO', 2, false],
  )
  const { data } = (await send(`/friendlist?account_id=${stranger}`)).body
  assert.deepEqual(data?.friends, [
    { steam_id: collector, friend_since: '2014-02-01T09:30:00.000Z', friend_since_unix: 1391247000 },
  ])
  assert.ok(upstream?.received.some(({ url }) => url.includes('key=WEBAPIKEY0123456789')))
  assert.ok(upstream?.received.filter(({ url }) => !/^\/I/.test(url)).every(({ url }) => !url.includes('WEBAPIKEY')))
  assert.equal((await operate('DELETE', '/accounts/web-key')).status, 200)
  assert.equal((await send(`/friendlist?account_id=${stranger}`)).status, 503)
})

/** Profile page and Web API, shapes of SOURCES 5.4. */
function steamPeople({ url }: Received, response: ServerResponse): void {
  const { pathname } = new URL(url, 'http://x')
  const answers: Record<string, unknown> = {
    '/ISteamUser/GetPlayerSummaries/v2': {
      response: {
        players: [
          {
            ...{ steamid: stranger, communityvisibilitystate: 3, personaname: 'Somebody', loccountrycode: 'NO' },
            ...{
              profileurl: 'https://steamcommunity.com/id/somebody/',
              avatar: 'https://a/1.jpg',
              timecreated: 1376438400,
            },
          },
        ],
      },
    },
    '/ISteamUser/GetPlayerBans/v1': {
      players: [
        {
          ...{ SteamId: stranger, CommunityBanned: false, VACBanned: true, NumberOfVACBans: 2 },
          ...{ DaysSinceLastBan: 100, NumberOfGameBans: 0, EconomyBan: 'none' },
        },
      ],
    },
    '/IPlayerService/GetSteamLevel/v1': { response: { player_level: 31 } },
    '/IPlayerService/GetOwnedGames/v1': {
      response: { game_count: 1, games: [{ appid: 730, playtime_forever: 1230 }] },
    },
    '/ISteamUser/GetFriendList/v1': {
      friendslist: { friends: [{ steamid: collector, relationship: 'friend', friend_since: 1391247000 }] },
    },
  }
  const answer = answers[pathname]
  if (answer !== undefined) {
    sendJson(response, answer)
    return
  }
  response.writeHead(200, { 'content-type': 'text/xml' })
  response.end(
    `<?xml version="1.0"?><profile><steamID64>${stranger}</steamID64><steamID><![CDATA[Some & body]]></steamID>` +
      '<privacyState>public</privacyState><vacBanned>1</vacBanned><tradeBanState>None</tradeBanState>' +
      '<customURL><![CDATA[somebody]]></customURL><memberSince>August 14, 2013</memberSince></profile>',
  )
}
