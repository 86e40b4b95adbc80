// Fills a SQLite database with made-up accounts, keys, calls, counts and changes, in the form that the gateway writes.
// Calls are spread over seven days and, as usual, a few accounts make most of them.
import { randomBytes } from 'node:crypto'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { createRequestIds, type RequestId } from '../../packages/gateway/src/process/request-id.ts'
import type { EndedCall } from '../../packages/gateway/src/record/calls/recorded-call.ts'
import { createRecorder } from '../../packages/gateway/src/record/calls/recorder.ts'
import { searchCalls } from '../../packages/gateway/src/record/calls/search.ts'
import { createTally } from '../../packages/gateway/src/record/metering/tally.ts'
import { type CallChunksTable, type CallErrorsTable, type Store, writeUsageBatch } from '../../packages/store/mod.ts'

interface FillOptions {
  readonly calls: number
  readonly keys: number
  readonly accounts: number
  /** Path of the database. */
  readonly file: string
  /** True if the database was filled before. */
  readonly isFilled: boolean
  readonly nowMs: number
  readonly say: (text: string) => void
}
export interface Filled {
  /** The accounts with the most and with few calls. */
  readonly busiest: string
  readonly quiet: string
  /** Request ids of calls of the busiest account. */
  readonly ids: readonly string[]
}

const dayMs = 86_400_000
const days = 7
const callsPerFlush = 1000
/** The busiest have counts for all days, the others for the last hours: writing counts takes most of the time. */
const countedAccounts = 20
const countedMs = dayMs / 4
const rowsPerStatement = 500
const endpoints = Array.from({ length: 40 }, (_none, at) => `e${at}`)
const listings = Array.from({ length: 10 }, (_none, at) => `listing-${at}`)

export async function fill(store: Store, options: FillOptions): Promise<Filled> {
  const known = { busiest: idOf('acc', 0), quiet: idOf('acc', 40_000 % options.accounts) }
  if (!options.isFilled) {
    await sql`pragma cache_size = -400000`.execute(store.db)
    await accountsAndKeys(store, options)
    await changes(store, options)
    await calls(store, options)
  }
  const page = await searchCalls(store, { account: known.busiest, from: 0, to: options.nowMs - 2 * dayMs, limit: 100 })
  return { ...known, ids: page.calls.map(({ id }) => id) }
}

function idOf(kind: string, number: number): string {
  return `${kind}_${String(number).padStart(8, '0')}`
}

async function accountsAndKeys({ db }: Store, { accounts, keys, nowMs, say }: FillOptions): Promise<void> {
  const some = <T>(count: number, of: (at: number) => T) => piecesOf(count, (at) => of(at))
  for (const rows of some(accounts, (at) => ({
    ...{ id: idOf('acc', at), name: `Account ${at}`, plan_id: 'free', is_demo: 0 as const, enabled: 1 as const },
    created_at: nowMs - at,
  })))
    await db.insertInto('accounts').values(rows).execute()
  for (const rows of some(keys, (at) => ({
    ...{ id: idOf('key', at), account_id: idOf('acc', at % accounts), surface: 'hosted' as const, name: `Key ${at}` },
    hash: at % 50 === 0 ? null : `hash-${at}`,
    pepper_version: 1,
    enabled: at % 40 === 1 || at % 50 === 0 ? (0 as const) : (1 as const),
    created_at: nowMs - at,
    expires_at: at % 3 === 0 ? nowMs + ((at % 400) - 50) * dayMs : null,
    last_used_at: at % 4 === 0 ? null : nowMs - (at % 1000) * 60_000,
    revoked_at: at % 50 === 0 ? nowMs - at : null,
  })))
    await db.insertInto('gateway_keys').values(rows).execute()
  const day = new Date(nowMs).toISOString().slice(0, 10)
  for (const rows of some(accounts, (at) => ({ subject: idOf('acc', at), day, reserved: at % 40_000 })))
    await db.insertInto('day_counters').values(rows).execute()
  say(`${accounts} accounts and ${keys} keys`)
}

async function changes({ db }: Store, { accounts, nowMs, say }: FillOptions): Promise<void> {
  const actions = ['key.create', 'key.update', 'key.revoke', 'listing.choose', 'provider-key.set']
  const count = 300_000
  for (const rows of piecesOf(count, (at) => ({
    at: nowMs - (count - at) * 1000,
    actor: at % 3 === 0 ? 'operator' : idOf('acc', at % accounts),
    action: at % 10_000 === 0 ? 'plan.put' : (actions[at % actions.length] ?? ''),
    target: idOf('key', at % 1000),
    detail: '{}',
  })))
    await db.insertInto('audit').values(rows).execute()
  say(`${count} changes`)
}

async function calls(store: Store, { calls: count, accounts, keys, nowMs, file, say }: FillOptions): Promise<void> {
  const startMs = nowMs - days * dayMs
  let at = startMs
  const newId = createRequestIds({ clock: () => Math.round(at), randomBytes })
  const recorder = createRecorder({ randomBytes, room: () => callsPerFlush * 2 })
  const tally = createTally(() => 1_000_000_000)
  const errors: CallErrorsTable[] = []
  const insertChunks = chunkWriter(file)
  await sql`drop index call_chunks_account`.execute(store.db)
  for (let done = 0; done < count; done += callsPerFlush) {
    // a burst of half a second, as the gateway writes it
    const flushMs = startMs + (done / count) * days * dayMs
    for (let call = 0; call < callsPerFlush; call++) {
      at = flushMs + call / 2
      const made = callOf(newId(), { accounts, keys })
      recorder.add(made, at + made.ms)
      if (Number(made.accountId.slice(4)) < countedAccounts || at > nowMs - countedMs)
        tally.add(made, Math.floor(at / 3_600_000) * 3_600_000)
    }
    const taken = recorder.take()
    insertChunks(taken.chunks)
    errors.push(...taken.errors)
    // counts are accumulated for longer than in the gateway: the result is the same, and faster
    if (tally.size + errors.length > 20_000 || done + callsPerFlush >= count) {
      const batch = { id: `fill:${done}`, previousId: undefined, flushedAt: flushMs, recordedFrom: 0 }
      await writeUsageBatch(store.db, { ...batch, rows: tally.take(), chunks: [], ids: [], errors: errors.splice(0) })
    }
    if (done % 1_000_000 === 0) say(`${done} calls`)
  }
  say('indexing')
  await sql`create index call_chunks_account on call_chunks (account_id, last_at, seq)`.execute(store.db)
  await sql`analyze`.execute(store.db)
  say(`${count} calls`)
}

/** Prepares statements once: ten times as fast as the gateway's, which has few chunks to write at a time. */
function chunkWriter(file: string): (chunks: readonly CallChunksTable[]) => void {
  const database = new Database(file)
  database.pragma('synchronous = OFF')
  database.pragma('cache_size = -400000')
  const columns = ['last_at', 'first_at', 'seq', 'account_id', 'calls', 'failed', 'names', 'data']
  const insert = database.prepare(
    `insert into call_chunks (${columns.join(', ')}) values (${columns.map((name) => `@${name}`).join(', ')})`,
  )
  return database.transaction((chunks: readonly CallChunksTable[]) => {
    for (const chunk of chunks) insert.run(chunk)
  })
}

function callOf(
  madeId: RequestId,
  { accounts, keys }: { readonly accounts: number; readonly keys: number },
): EndedCall {
  // few accounts make most of the calls
  const account = Math.floor(accounts * Math.random() ** 6)
  const key = account + accounts * Math.floor((Math.random() * keys) / accounts)
  const listing = Math.floor(Math.random() * listings.length)
  const failure = Math.random()
  const code = failure < 0.000_01 ? 'upstream.too_complex' : failure < 0.01 ? 'upstream.silent' : ''
  return {
    ...{ id: madeId.text, madeId, accountId: idOf('acc', account), keyId: idOf('key', key) },
    listing: listings[listing] ?? '',
    endpoint: endpoints[listing * 4 + Math.floor(Math.random() * 4)] ?? '',
    provider: code === '' ? (Math.random() < 0.7 ? 'live' : 'embedded') : 'gateway',
    status: code === '' ? (Math.random() < 0.03 ? 404 : 200) : 504,
    ...{ code, ms: Math.random() ** 8 * 20_000, upstreamMs: undefined, bytesIn: 0, bytesOut: 2000, surface: 'http' },
  }
}

function* piecesOf<T>(count: number, of: (at: number) => T): Generator<T[]> {
  for (let start = 0; start < count; start += rowsPerStatement)
    yield Array.from({ length: Math.min(rowsPerStatement, count - start) }, (_none, index) => of(start + index))
}
