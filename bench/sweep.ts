// `node bench/sweep.ts`: measures the look for events over 50,000 accounts that all have counts, a budget and, one in
// ten, a key with a limit of its own. Flags: --near <percent of the accounts that have crossed 80 %>, --url <an empty
// PostgreSQL database>; without one, SQLite in a folder of its own.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CompiledQuery } from 'kysely'
import { createAnnounce } from '../packages/gateway/src/api/events/announce.ts'
import { createSweep } from '../packages/gateway/src/api/events/sweep.ts'
import { openStore } from '../packages/store/mod.ts'
import { format } from './cases/case.ts'

const { values: flags } = parseArgs({ options: { near: { type: 'string', default: '1' }, url: { type: 'string' } } })
const accounts = 50_000
const sweeps = 20
const dayMs = 86_400_000
const now = Date.UTC(2026, 10, 30, 12)
const today = now - (now % dayMs)
const day = '2026-11-30'
/** 1e-12 dollars. */
const dollar = 1_000_000_000_000

const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-sweep-'))
const store = await openStore({ dataDir, url: flags.url })
const run = (text: string) => store.db.executeQuery(CompiledQuery.raw(text))
const numbers = flags.url
  ? `generate_series(0, ${accounts - 1}) as s(n)`
  : `(with recursive s(n) as (select 0 union all select n + 1 from s where n < ${accounts - 1}) select n from s) as s`
const isNear = `n % 100 < ${Number(flags.near)}`
const spent = `case when ${isNear} then ${0.81 * dollar} else ${0.1 * dollar} end`

await run(`insert into plans (id, per_minute, per_day, created_at) values ('plan', 60, 10000, 1)`)
await run(`insert into accounts (id, name, plan_id, is_demo, enabled, created_at)
  select 'acc_' || n, 'Account ' || n, 'plan', 0, 1, 1 from ${numbers}`)
await run(`insert into gateway_keys (id, account_id, surface, name, hash, pepper_version, enabled, created_at, usd_per_day, per_day)
  select 'key_' || n, 'acc_' || n, 'hosted', 'Key', 'hash-' || n, 1, 1, 1, case when n % 10 = 0 then '1' end,
    case when n % 10 = 0 then 1000 end from ${numbers}`)
await run(`insert into day_counters (subject, day, reserved)
  select 'acc_' || n, '${day}', case when ${isNear} then 8100 else 1000 + n % 6000 end from ${numbers}`)
await run(`insert into model_routing_budgets (id, account, key_id, model, per, period, amount, created_ms)
  values ('each', '', '', '', 'account', 'day', ${dollar}, 1)`)
for (let past = 0; past < 7; past++)
  await run(`insert into model_routing_spent (budget, who, start_ms, held, spent)
    select 'each', 'acc_' || n, ${today - past * dayMs}, 0, ${spent} from ${numbers}`)
await run(`insert into model_routing_spent (budget, who, start_ms, held, spent)
  select 'key', 'key_' || n, ${today}, 0, ${spent} from ${numbers} where n % 10 = 0`)
await run('analyze')

const sweep = createSweep({
  ...{ store, clock: () => now, baseUrl: '', keptDays: 30, served: { listings: [] }, liveProcesses: () => 1 },
  keys: { list: async () => ({ keys: [] }) },
  announce: createAnnounce({ store, clock: () => now, randomBytes, listingSettings: { list: async () => [] } }),
})
const times: { wall: number; cpu: number }[] = []
for (let at = 0; at < sweeps; at++) {
  const [began, before] = [performance.now(), process.cpuUsage()]
  await sweep()
  const { user, system } = process.cpuUsage(before)
  times.push({ wall: performance.now() - began, cpu: (user + system) / 1000 })
}
const { length } = await store.db.selectFrom('claims').select('name').execute()
const [first, ...later] = times
const line = (of: 'wall' | 'cpu') => {
  const sorted = later.map((one) => one[of]).sort((one, other) => one - other)
  return `p50 ${format(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN)} ms, least ${format(sorted[0] ?? Number.NaN)} ms`
}
process.stdout.write(
  `${accounts} accounts, ${flags.near} % of them near: ${length} events
first sweep: ${format(first?.wall ?? Number.NaN)} ms, ${format(first?.cpu ?? Number.NaN)} ms of CPU
later ones: ${line('wall')}; CPU ${line('cpu')}
`,
)
await store.close()
rmSync(dataDir, { recursive: true, force: true })
