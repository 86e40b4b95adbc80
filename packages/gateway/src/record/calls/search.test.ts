// Guards the record of calls on both databases: every call that was recorded is found again as it was, once, whatever
// page, filter and process it comes through.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { afterEach, test } from 'node:test'
import fc from 'fast-check'
import type { SearchBudget } from '#store/call-log'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { createRequestIds } from '../../process/request-id.ts'
import { createMeter, type Meter, type MeterDeps } from '../metering/meter.ts'
import { callOf, newAccount, startMs } from '../metering/metered-calls.fixture.ts'
import type { EndedCall, RecordedCall } from './recorded-call.ts'
import { type CallSearch, searchCalls } from './search.ts'

const dayMs = 86_400_000
const log = { info: () => {}, warn: () => {} }

await eachStore('the record of calls', (database) => {
  const opened: Meter[] = []
  const open = (options: Partial<MeterDeps> = {}) => {
    const usual = { store: database.store, clock: () => startMs, randomBytes, log, keptDays: 400, recordedDays: 7 }
    const meter = createMeter({ ...usual, ...options })
    opened.push(meter)
    return meter
  }
  afterEach(async () => {
    for (const meter of opened.splice(0)) await meter.close()
  })
  const always = { from: startMs - 100 * dayMs, to: startMs + dayMs }
  const find = (search: Partial<CallSearch>, budget?: SearchBudget) =>
    searchCalls(database.store, { ...always, limit: 100, ...search }, budget)
  const allPages = async (search: Partial<CallSearch>, budget?: SearchBudget) => {
    const calls: RecordedCall[] = []
    for (let after: string | undefined, pages = 0; pages < 10_000; pages++) {
      const page = await find({ ...search, after }, budget)
      assert.ok(page.calls.length <= (search.limit ?? 100))
      calls.push(...page.calls)
      after = page.next
      if (after === undefined) return calls
    }
    throw new Error('the pages never end')
  }

  test('a call is found as it was, with the moment it began', async () => {
    const account = newAccount()
    const meter = open()
    const call: EndedCall = {
      ...callOf(account, { keyId: 'key_9', provider: 'gateway', status: 504, code: 'upstream.silent', ms: 12.34 }),
      upstreamMs: 7.5,
      bytesIn: 0,
      bytesOut: 2 ** 31,
      surface: 'mcp',
      endpoint: '',
      id: 'chosen-by-the-caller',
    }
    meter.record(call)
    await meter.flush()
    assert.deepEqual((await find({ account })).calls, [{ ...call, at: Math.round(startMs - 12.34) }])
  })

  test('pages and filters find each call once, newest first, from several processes at once', async () => {
    const steps = fc.record({
      account: fc.nat(1),
      process: fc.nat(1),
      key: fc.nat(2),
      after: fc.nat(3000),
      ms: fc.constantFrom(0, 1, 900, 6000, 40_000),
      status: fc.constantFrom(200, 404, 503),
      code: fc.constantFrom('', 'upstream.silent'),
      isFlushed: fc.boolean(),
    })
    const filters = fc.constantFrom<Partial<CallSearch>>(
      ...[{}, { failed: true }, { failed: false }, { status: '5xx' }, { status: '404' }, { key: 'key_1' }],
      ...[{ code: 'upstream.silent' }, { minMs: 1000 }, { listing: 'nowhere' }, { endpoint: 'latest' }],
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(steps, { maxLength: 40 }),
        filters,
        fc.integer({ min: 1, max: 7 }),
        async (list, filter, limit) => {
          const accounts = [newAccount(), newAccount()]
          let nowMs = startMs
          const meters = [open({ clock: () => nowMs }), open({ clock: () => nowMs, store: database.store })]
          const recorded: RecordedCall[] = []
          for (const { account, process, key, after, isFlushed, ...details } of list) {
            nowMs += after
            const call = callOf(accounts[account] ?? '', { ...details, keyId: `key_${key}` })
            meters[process]?.record(call)
            recorded.push({ ...call, at: Math.round(nowMs - call.ms) })
            if (isFlushed) await meters[process]?.flush()
          }
          await Promise.all(meters.map((meter) => meter.flush()))
          for (const account of accounts) {
            const wanted = recorded.filter((call) => call.accountId === account && matches(call, filter))
            wanted.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
            const tight = { heads: 2, calls: 3 }
            for (const budget of [undefined, tight])
              assert.deepEqual(await allPages({ ...filter, account, limit }, budget), wanted)
          }
        },
      ),
      { numRuns: database.name === 'sqlite' ? 40 : 15 },
    )
  })

  test('calls of the former form are found as they were, among those of today', async () => {
    const account = newAccount()
    const meter = open()
    const today = callOf(account, { ms: 0, status: 404 })
    meter.record(today)
    await meter.flush()
    const names = JSON.stringify(['key_1', 'randomness', 'dice', '', 'upstream.silent', 'exchange-rates', 'latest'])
    const kinds = '[0,1,2,1,200,3,0,0,1,2,2,504,4,1,0,5,6,0,200,3,0]'
    const ids = '["req_00254a6f94b",{"1":"chosen-by-caller"}]'
    const integers = '[1,0,45,-1,0,62,0,0,12,1,3050,725,7,62,0,-1,39,2,45,300,0,62,40,1]'
    const from = startMs - 20
    await database.store.db
      .insertInto('call_chunks')
      .values({
        first_at: from + 1,
        last_at: from + 39,
        seq: 5,
        account_id: account,
        calls: 3,
        failed: 1,
        names,
        data: `[${from},${names},${kinds},${ids},${integers}]`,
      })
      .execute()
    const idAt = (after: number, count: number) =>
      `req_00254a6f94b${(from + after).toString(36).padStart(9, '0')}00000${count}`
    const first: RecordedCall = {
      id: idAt(0, 0),
      at: from + 1,
      accountId: account,
      keyId: 'key_1',
      listing: 'randomness',
      endpoint: 'dice',
      provider: 'embedded',
      status: 200,
      code: '',
      ms: 0.45,
      upstreamMs: undefined,
      bytesIn: 0,
      bytesOut: 62,
      surface: 'http',
    }
    const failed: RecordedCall = {
      ...first,
      id: 'chosen-by-caller',
      at: from + 12,
      provider: 'gateway',
      status: 504,
      surface: 'mcp',
      code: 'upstream.silent',
      ms: 30.5,
      upstreamMs: 7.25,
      bytesIn: 7,
    }
    const last: RecordedCall = {
      ...first,
      id: idAt(40, 1),
      at: from + 39,
      listing: 'exchange-rates',
      endpoint: 'latest',
      provider: 'live',
      upstreamMs: 3,
    }
    const recorded: RecordedCall = { ...today, at: startMs }
    assert.deepEqual(await allPages({ account, limit: 1 }), [last, recorded, failed, first])
    assert.deepEqual(await allPages({ account, failed: true }), [recorded, failed])
    assert.deepEqual(await allPages({ account, listing: 'randomness', key: 'key_1' }), [failed, first])
    assert.deepEqual((await find({ account, id: last.id })).calls, [last])
  })

  test('a call is found by the id of its answer, of the gateway or chosen by the caller', async () => {
    const [account, other] = [newAccount(), newAccount()]
    const meter = open({ clock: () => startMs + 250 })
    const own = createRequestIds({ clock: () => startMs, randomBytes })
    const made = Array.from({ length: 50 }, () => own())
    const ids = made.map(({ text }) => text)
    for (const madeId of made) meter.record(callOf(account, { id: madeId.text, madeId, ms: 250 }))
    for (const id of ['mine-0001', 'mine-0001']) meter.record(callOf(account, { id, ms: 250 }))
    meter.record(callOf(other, { id: 'mine-0001' }))
    // the form of the gateway's, from another time
    const forged = createRequestIds({ clock: () => startMs - dayMs, randomBytes })().text
    meter.record(callOf(account, { id: forged }))
    await meter.flush()
    for (const id of [ids[0], ids[49], forged]) {
      const { calls } = await find({ account, id })
      assert.deepEqual(
        calls.map((call) => call.id),
        [id],
      )
    }
    assert.equal((await find({ account, id: 'mine-0001' })).calls.length, 2)
    assert.equal((await find({ id: 'mine-0001' })).calls.length, 3)
    assert.equal((await find({ account, id: 'mine-0001', to: startMs })).calls.length, 0)
    assert.equal((await find({ account: other, id: ids[0] })).calls.length, 0)
    const stored = await database.store.db.selectFrom('call_ids').selectAll().where('id', 'like', 'req%').execute()
    assert.deepEqual(
      stored.map(({ id }) => id),
      [forged],
      'ids that tell their time need no row of their own',
    )
  })

  test('one search reads no more than its budget, and says how far it came', async () => {
    const account = newAccount()
    let nowMs = startMs
    const meter = open({ clock: () => nowMs })
    for (let second = 0; second < 60; second++) {
      nowMs = startMs + second * 1000
      meter.record(callOf(account, { endpoint: second === 0 ? 'rare' : 'latest' }))
      await meter.flush()
    }
    const page = await find({ account, endpoint: 'rare' }, { heads: 10, calls: 1000 })
    assert.deepEqual([page.calls.length, typeof page.next], [0, 'string'])
    assert.ok(page.searchedTo > startMs + 40_000 && page.searchedTo < startMs + 60_000)
    assert.equal((await allPages({ account, endpoint: 'rare' }, { heads: 10, calls: 1000 })).length, 1)
  })

  test('calls beyond the retention period are deleted with their ids and errors, those within it are not', async () => {
    const account = newAccount()
    const ages = [0, 1, 6, 8, 9, 30]
    for (const days of ages) {
      const meter = open({ clock: () => startMs - days * dayMs, recordedDays: 100 })
      meter.record(callOf(account, { status: 503 }))
      await meter.flush()
    }
    const left = async () => (await find({ account })).calls.map(({ at }) => Math.round((startMs - at) / dayMs))
    assert.deepEqual(await left(), ages)
    const meter = open()
    meter.record(callOf(account))
    await meter.flush()
    assert.deepEqual(await left(), [0, 0, 1, 6])
    const { db } = database.store
    const old = startMs - 7 * dayMs
    const ids = await db.selectFrom('call_ids').select('at').where('at', '<', old).execute()
    const errors = await db
      .selectFrom('call_errors')
      .select('bucket')
      .where('bucket', '<', old - 3_600_000)
      .execute()
    assert.deepEqual([ids.length, errors.length], [0, 0])
  })

  test('with 0 days nothing is kept, and calls that waited too long for the database are left out', async () => {
    const account = newAccount()
    const meter = open({ recordedDays: 0 })
    meter.record(callOf(account))
    await meter.flush()
    let nowMs = startMs - 10 * dayMs
    const late = open({ clock: () => nowMs })
    late.record(callOf(account))
    nowMs = startMs
    await late.flush()
    assert.deepEqual((await find({ account })).calls, [])
    assert.equal((await meter.report({ account, ...always, by: 'all' })).total.calls, 2, 'they are counted')
  })

  test('what waits in memory is bounded, and so are the refusals of one key', async () => {
    const account = newAccount()
    const meter = open({ maxCalls: 1000 })
    for (let call = 0; call < 3000; call++) meter.record(callOf(account))
    assert.equal(meter.totals().unrecorded, 2000)
    await meter.flush()
    const refused = newAccount()
    for (let call = 0; call < 100; call++)
      meter.record(callOf(refused, { keyId: 'key_refused', status: 429, code: 'quota.minute', provider: 'gateway' }))
    await meter.flush()
    assert.equal((await allPages({ account: refused })).length, 60)
    assert.equal((await meter.report({ account: refused, ...always, by: 'all' })).total.failed, 100, 'all are counted')
  })
})

function matches(call: RecordedCall, { failed, status, key, code, minMs, listing, endpoint }: Partial<CallSearch>) {
  if (failed !== undefined && call.status >= 400 !== failed) return false
  if (status !== undefined && !String(call.status).startsWith(status.replace('xx', ''))) return false
  if (key !== undefined && call.keyId !== key) return false
  if (code !== undefined && call.code !== code) return false
  if (listing !== undefined && call.listing !== listing) return false
  if (endpoint !== undefined && call.endpoint !== endpoint) return false
  return minMs === undefined || call.ms >= minMs
}
