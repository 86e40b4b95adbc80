// kill -9 in the middle of many calls: keys, stored provider keys and counts survive it, and the counts are as exact as
// the gateway promises.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { load } from '../harness/load.ts'
import { keysOf, newAccount, operate, startProgram } from '../harness/program.ts'
import { eachStore, type TestDatabase } from '../harness/services.ts'
import { openUpstream, sendJson } from '../harness/upstream.ts'

const plan = { perMinute: 1_000_000, perDay: 1_000_000 }
/** The largest block that is reserved of such a day. */
const blockCalls = 1000
const atOnce = 16
const lostMs = 1000

await eachStore('a gateway that is killed', (database) => {
  test('has its keys, its vault, its day counts and its usage counts after a restart', async (t) => {
    const upstream = await openUpstream(t, (_request, response) => sendJson(response, { character_count: 1 }))
    const { url, dataDir } = database.target
    const options = {
      dataDir,
      environment: {
        GATEHOUSE_UPSTREAMS: `translation=${upstream.url}`,
        ...(url === undefined ? {} : { GATEHOUSE_DATABASE_URL: url }),
      },
    }
    const first = await startProgram(t, options)
    const keys = keysOf(first)
    const { accountId, key } = await newAccount(first, plan)
    const secret = { key: 'provider-key-of-the-account' }
    const path = `/accounts/${accountId}/provider-keys/translation`
    await operate(first, { method: 'PUT', path, body: secret })

    const dice = (baseUrl: string) => `${baseUrl}/v1/proxy/randomness/dice?count=2`
    const begunMs = performance.now()
    let killedMs = 0
    let answered = 0
    const before = await load({
      url: dice(first.baseUrl),
      key,
      atOnce,
      goOn: (started) => started < 50_000,
      onAnswer: () => {
        // in the middle of 5,000 calls, and late enough that some are older than the second that may be lost
        if (++answered < 2500 || killedMs !== 0 || performance.now() - begunMs < 1.5 * lostMs) return
        killedMs = performance.now()
        first.signal('SIGKILL')
      },
    })
    assert.equal((await first.ended).signal, 'SIGKILL')
    assert.equal(before.broken, atOnce)
    assert.ok(before.answers.every(({ status }) => status === 200))

    const second = await startProgram(t, options)
    assert.equal(second.stdout().includes('first start'), false)
    const counted = await usageOf(database, accountId)
    const lostAfterMs = killedMs - (before.answers[counted - 1]?.atMs ?? killedMs)
    t.diagnostic(`counted up to ${Math.round(lostAfterMs)} ms before it was killed`)
    const old = before.answers.filter(({ atMs }) => atMs <= killedMs - lostMs).length
    assert.ok(old > 100, `only ${old} calls were older than what may be lost`)
    assert.ok(counted >= old, `${counted} counted of ${old} that were older than ${lostMs} ms`)
    assert.ok(counted <= before.started, `${counted} counted of ${before.started} started`)
    const reserved = await reservedOf(database, accountId)
    assert.ok(reserved >= before.answers.length, `${reserved} reserved of ${before.answers.length} answered`)
    assert.ok(reserved <= before.started + blockCalls, `${reserved} reserved of ${before.started} started`)

    const after = await load({ url: dice(second.baseUrl), key, atOnce, goOn: (started) => started < 500 })
    assert.deepEqual(new Set(after.answers.map(({ status }) => status)), new Set([200]))
    for (const { headers } of after.answers)
      assert.ok(Number(headers['x-ratelimit-remaining-day']) <= plan.perDay - before.answers.length)
    const live = await fetch(`${second.baseUrl}/v1/proxy/translation/v2/usage`, { headers: { 'x-gateway-key': key } })
    assert.equal(live.headers.get('x-gateway-provider'), 'live')
    assert.equal(upstream.received[0]?.headers.authorization, `DeepL-Auth-Key ${secret.key}`)
    const demo = await fetch(dice(second.baseUrl), { headers: { 'x-gateway-key': keys.gateway } })
    assert.equal(demo.status, 200)

    second.signal('SIGTERM')
    assert.equal((await second.ended).code, 0)
    assert.equal(await usageOf(database, accountId), counted + 501, 'each call after the start is counted once')
    assert.equal(await reservedOf(database, accountId), reserved + 501, 'an orderly end gives back what is not used')
  })
})

async function usageOf({ store }: TestDatabase, accountId: string): Promise<number> {
  const row = await store.db
    .selectFrom('usage')
    .select((eb) => eb.fn.sum<number | null>('calls').as('calls'))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.calls ?? 0
}

async function reservedOf({ store }: TestDatabase, subject: string): Promise<number> {
  const rows = await store.db.selectFrom('day_counters').select('reserved').where('subject', '=', subject).execute()
  return rows.reduce((sum, { reserved }) => sum + reserved, 0)
}
