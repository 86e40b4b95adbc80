// The calls of the ledger in chunks of one account, instead of a row each (docs/decisions/0096).
import { setImmediate } from 'node:timers/promises'
import type { ProviderKit } from '#define'

/** Table names are strings: the types of later versions must not change what this migration does. */
type Db = ProviderKit<Record<string, Record<string, unknown>>>['db']
type Row = Readonly<Record<string, unknown>>

export default {
  async up(db: Db): Promise<void> {
    await db.schema
      .createTable('model_routing_calls')
      .addColumn('last_ms', 'bigint', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('first_ms', 'bigint', (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('key_ids', 'text', (column) => column.notNull())
      .addColumn('calls', 'integer', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('model_routing_calls_key', ['last_ms', 'id'])
      .execute()
    await db.schema
      .createIndex('model_routing_calls_by_account')
      .on('model_routing_calls')
      .columns(['account', 'last_ms', 'id'])
      .execute()
    await moveCalls(db)
    await db.schema.dropTable('model_routing_ledger').execute()
  },
}

const rowsAtOnce = 1000
const chunksAtOnce = 100

/** Ids of rows sort by time. */
async function moveCalls(db: Db): Promise<void> {
  for (let after = ''; ; ) {
    const rows: readonly Row[] = await db
      .selectFrom('model_routing_ledger')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    const chunks = groupsOf(rows).map(chunkOf)
    for (let at = 0; at < chunks.length; at += chunksAtOnce)
      await db
        .insertInto('model_routing_calls')
        .values(chunks.slice(at, at + chunksAtOnce))
        .execute()
    // SQLite answers at once, so that nothing else would get its turn
    await setImmediate()
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return
    after = String(last.id)
  }
}

const mostCalls = 500
const longestMs = 10_000

/** Rows of one account that ended within ten seconds. */
function groupsOf(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = []
  const open = new Map<unknown, Row[]>()
  for (const row of rows) {
    const known = open.get(row.account)
    const span = Number(row.at_ms) - Number(known?.[0]?.at_ms)
    if (known && known.length < mostCalls && span <= longestMs) {
      known.push(row)
      continue
    }
    const group = [row]
    groups.push(group)
    open.set(row.account, group)
  }
  return groups
}

function chunkOf(rows: readonly Row[]) {
  const times = rows.map(({ at_ms }) => Number(at_ms))
  const [first = 0] = times
  const kinds = new Map<string, number>()
  const integers = rows.map((row, place) => {
    const { key_id, endpoint, model, channel, upstream_model, attempts, ended, counted } = row
    const kind = JSON.stringify([key_id, endpoint, model, channel, upstream_model, attempts, ended, counted])
    if (!kinds.has(kind)) kinds.set(kind, kinds.size)
    const counts = [row.prompt, row.answer, row.cached_read, row.cached_write, row.reasoning].map(Number)
    return [(times[place] ?? first) - first, kinds.get(kind), ...counts, -1]
  })
  const costs = Object.fromEntries(rows.map(({ cost }, place) => [place, cost]))
  const kindTexts = [...kinds.keys()].join(',')
  return {
    last_ms: Math.max(...times),
    // digits of the first call's id that are random
    id: String(rows[0]?.id).slice(12, 21),
    first_ms: Math.min(...times),
    account: rows[0]?.account,
    key_ids: JSON.stringify([...new Set(rows.map(({ key_id }) => key_id))]),
    calls: rows.length,
    data: `[${first},[${kindTexts}],${JSON.stringify(integers.flat())},${JSON.stringify(costs)}]`,
  }
}
