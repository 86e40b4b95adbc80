// Pages of the ledger, on both databases: every call once, newest first, however chunks overlap and however little one
// search may read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SearchBudget } from '#store/call-log'
import { eachStore } from '../../../../../tests/harness/services.ts'
import { migrations } from '../../../migrations/list.ts'
import { openStoreWorld } from '../../../test/world.ts'
import { writeCalls } from './call-ledger.ts'
import { type CallSearch, findCalls } from './call-search.ts'
import { collect, createLedgerCollector } from './ledger-calls.ts'
import type { LedgerCall } from './metered-call.ts'
import type { MeteringDb } from './tables.ts'

const startMs = Date.parse('2026-11-02T12:00:00Z')
const accounts = ['acc_a', 'acc_b', 'acc_c']

/** A sequence of its own for each number, from 0 to 1. */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

/** Chunks of which many overlap, and some are a second long. */
async function fill(db: MeteringDb): Promise<void> {
  await db.deleteFrom('model_routing_calls').execute()
  const next = sequence(7)
  let ids = 0
  for (let batch = 0; batch < 60; batch++) {
    const calls = createLedgerCollector(() => (ids++).toString(16).padStart(24, '0').split('').toReversed().join(''))
    for (let count = 0; count < 12; count++) {
      const account = accounts[Math.floor(next() * accounts.length)] ?? ''
      const endedAtMs = startMs + batch * 40 + Math.floor(next() * (batch % 7 === 0 ? 1000 : 60))
      collect(calls, {
        ...{ endedAtMs, cost: 1n, usage: { prompt: 1, answer: 1 } },
        call: { account, key: `key_${account}_${count % 3}`, endpoint: 'chatCompletions', model: 'm', prompt: [] },
        outcome: {
          ...{ ended: 'whole', channel: 'c', upstreamModel: 'm', attempts: 1 },
          ...{ usage: { prompt: 1, answer: 1 }, output: [] },
        },
      })
    }
    await db.transaction().execute((trx) => writeCalls(trx, calls.take()))
  }
}

async function pagesOf(db: MeteringDb, search: Omit<CallSearch, 'before'>, budget?: SearchBudget) {
  const calls: LedgerCall[] = []
  let before: string | undefined
  for (let pages = 0; pages < 2000; pages++) {
    const page = await findCalls(db, { ...search, before }, budget)
    assert.ok(page.calls.length <= search.limit)
    calls.push(...page.calls)
    before = page.next
    if (before === undefined) return calls
  }
  throw new Error('the pages never end')
}

const idsOf = (calls: readonly LedgerCall[]) => calls.map(({ id }) => id)

await eachStore('the ledger of calls', (database) => {
  test('its pages have each call once, newest first, however little a search may read', async () => {
    const { kit } = await openStoreWorld(database.store)
    await fill(kit.db)
    const all = await pagesOf(kit.db, { limit: 1000 })
    assert.equal(all.length, 720)
    assert.deepEqual(idsOf(all), idsOf(all).toSorted().toReversed())
    for (const limit of [7, 100]) assert.deepEqual(await pagesOf(kit.db, { limit }), all)
    for (const budget of [
      { heads: 5, calls: 10_000 },
      { heads: 10_000, calls: 50 },
    ])
      assert.deepEqual(await pagesOf(kit.db, { limit: 1000 }, budget), all)
    for (const account of accounts) {
      const own = all.filter((call) => call.accountId === account)
      assert.ok(own.length > 100)
      assert.deepEqual(await pagesOf(kit.db, { account, limit: 50 }), own)
      const key = `key_${account}_1`
      const ofKey = own.filter((call) => call.key === key)
      assert.deepEqual(await pagesOf(kit.db, { key, limit: 1 }), ofKey)
      assert.deepEqual(await pagesOf(kit.db, { account, key, limit: 50 }), ofKey)
    }
    assert.deepEqual(await pagesOf(kit.db, { account: 'acc_a', key: 'key_acc_b_1', limit: 50 }), [])
  })

  test('calls of each former ledger are found as before', async () => {
    const { store } = database
    const names = Object.keys(migrations)
    const list = Object.entries(migrations).map(([name, { up }]) => ({ name, up }))
    const upgrade = (from: string) => list.slice(names.indexOf(from))
    const { kit } = await openStoreWorld(store)
    await kit.db.schema.dropTable('model_routing_calls').execute()
    const [ledger] = list.filter(({ name }) => name === '0002-ledger')
    const untyped = store.db.withTables<Record<string, Record<string, unknown>>>()
    await ledger?.up(untyped)
    const rows = Array.from({ length: 2300 }, (_, index) => ({
      id: `${(startMs + index * 9).toString(16).padStart(12, '0')}${index.toString(16).padStart(9, '0')}abc`,
      ...{ account: accounts[index % 2] ?? '', key_id: `key_${index % 5}`, at_ms: startMs + index * 9 },
      ...{ endpoint: 'createMessage', model: 'quotes "', channel: 'c', upstream_model: 'é', attempts: 1 },
      ...{ ended: 'left', prompt: index, answer: 2, cached_read: 3, cached_write: 4, reasoning: 5 },
      ...{ cost: String(BigInt(index) * 10n ** 16n), counted: index % 2 },
    }))
    const old: Record<string, unknown>[] = rows
    for (let from = 0; from < old.length; from += 100)
      await untyped
        .insertInto('model_routing_ledger')
        .values(old.slice(from, from + 100))
        .execute()
    const [intoChunks, ...renamed] = upgrade('0008-call-chunks')
    await intoChunks?.up(untyped)
    // as the version before the call log wrote it
    const chunks: Record<string, unknown>[] = [
      {
        ...{ last_ms: startMs - 1, id: '012345678', first_ms: startMs - 10, account: 'acc_old', calls: 2 },
        key_ids: '["key_1","key_2"]',
        data: `[${startMs - 10},[["key_1","createMessage","quotes \\"","c","é",2,"left",1],["key_2","createMessage","m","c","é",1,"whole",0]],[0,0,1,2,3,4,5,7,9,1,1,2,0,0,0,-1],{"1":"100000000000000000"}]`,
      },
    ]
    await untyped.insertInto('model_routing_calls').values(chunks).execute()
    for (const { up } of renamed) await up(untyped)
    const { calls: former } = await findCalls(kit.db, { account: 'acc_old', key: 'key_2', limit: 10 })
    assert.deepEqual(former, [
      {
        ...{ id: `${(startMs - 1).toString(16).padStart(12, '0')}012345678001`, at: startMs - 1, accountId: 'acc_old' },
        ...{ key: 'key_2', endpoint: 'createMessage', model: 'm', channel: 'c', upstreamModel: 'é', attempts: 1 },
        ...{ ended: 'whole', prompt: 1, answer: 2, cachedRead: 0, cachedWrite: 0, reasoning: 0, cost: 10n ** 17n },
        isCounted: false,
      },
    ])
    await kit.db.deleteFrom('model_routing_calls').where('account_id', '=', 'acc_old').execute()
    const calls = await pagesOf(kit.db, { limit: 1000 })
    assert.deepEqual(
      calls.toReversed().map(({ id: _id, ...rest }) => rest),
      rows.map((row) => ({
        ...{ key: row.key_id, endpoint: 'createMessage', model: 'quotes "', channel: 'c', upstreamModel: 'é' },
        ...{ attempts: 1, ended: 'left', isCounted: row.counted === 1, at: row.at_ms, accountId: row.account },
        ...{ prompt: row.prompt, answer: 2, cachedRead: 3, cachedWrite: 4, reasoning: 5, cost: BigInt(row.cost) },
      })),
    )
  })
})
