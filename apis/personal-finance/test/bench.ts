// `node apis/personal-finance/test/bench.ts [transactions] [database]`: how long answers take in a household of 100,000
// transactions, called through a gateway over HTTP, on SQLite and, where one can be reached, on PostgreSQL. Prints
// milliseconds: of wall-clock time, and of CPU time per call of this process, which is also the client. Asserts
// nothing, since they depend on the machine. The targets: a filtered page under 10 ms, a search or a budget summary
// under 100 ms.
import { benchTargets } from './bench-targets.ts'
import { fillHousehold, type LargeHousehold } from './large-household.ts'
import { type Calls, openCalls } from './world.ts'

const transactionCount = Number(process.argv[2] ?? 100_000)
/** Part of the name of the only database to run on, in lower case. */
const pattern = process.argv[3] ?? ''
const rounds = 60
const warmUps = 10

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function questions({ sides, categories, scenarios }: LargeHousehold): readonly (readonly [string, string])[] {
  const year = 'start_date=2026-01-01&end_date=2026-11-20'
  const all = 'start_date=2016-12-01&end_date=2026-11-20'
  const user = '/users/4100'
  return [
    ['page: newest', `${user}/transactions`],
    ['page: days', `${user}/transactions?${year}&per_page=100`],
    ['page: days and type', `${user}/transactions?${year}&type=credit`],
    ['page: one account', `/transaction_accounts/${sides[0]}/transactions?${year}`],
    ['page: two categories', `/categories/${categories[1]},${categories[2]}/transactions?${year}`],
    ['page: to be reviewed', `${user}/transactions?needs_review=1`],
    ['page: uncategorised', `${user}/transactions?uncategorised=1`],
    ['page: search in a year', `${user}/transactions?${year}&search=kitchen`],
    ['page: search in all', `${user}/transactions?search=kitchen`],
    ['page: search of two words', `${user}/transactions?search=quay+kit`],
    ['page: search of one letter', `${user}/transactions?search=k`],
    ['page: search of an amount', `${user}/transactions?search=48.00`],
    ['page: search of a year', `${user}/transactions?search=2021`],
    ['page: search of a rare word', `${user}/transactions?search=1234`],
    ['page: search of an absent word', `${user}/transactions?search=absent`],
    ['page: search in all, 300th', `${user}/transactions?search=kitchen&page=300`],
    ['page: search of one letter, 900th', `${user}/transactions?search=k&page=900`],
    ['page: 1600th', `${user}/transactions?page=1600`],
    ['page: 3000th', `${user}/transactions?page=3000`],
    ['summary: months of a year', `${user}/budget_summary?period=months&interval=1&${year}`],
    ['summary: weeks of a year', `${user}/budget_summary?period=weeks&interval=1&${year}`],
    ['summary: months of ten years', `${user}/budget_summary?period=months&interval=1&${all}`],
    [
      'trend: one category, ten years',
      `${user}/trend_analysis?period=months&interval=1&${all}&categories=${categories[3]}&scenarios=${scenarios[0]}`,
    ],
    ['budget', `${user}/budget`],
    ['budget rolled up', `${user}/budget?roll_up=true`],
    ['events of a month', `${user}/events?start_date=2026-11-01&end_date=2026-11-30`],
    ['accounts', `${user}/accounts`],
  ]
}

async function measure(calls: Calls, settle: () => Promise<void>): Promise<void> {
  const startedMs = performance.now()
  const household = await fillHousehold(calls, transactionCount)
  print(`  ${transactionCount} transactions written in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
  await settle()
  print(`  ${'milliseconds'.padEnd(34)}${['least', 'p50', 'p95', 'CPU'].map((name) => name.padStart(9)).join('')}`)
  for (const [name, path] of questions(household)) {
    const times: number[] = []
    let before = process.cpuUsage()
    for (let round = -warmUps; round < rounds; round++) {
      if (round === 0) before = process.cpuUsage()
      const askedMs = performance.now()
      await ask(`${calls.gateway.baseUrl}/v1/proxy/personal-finance${path}`, household.home.key)
      if (round >= 0) times.push(performance.now() - askedMs)
    }
    const { user, system } = process.cpuUsage(before)
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0
    print(
      `  ${name.padEnd(34)}${[at(0), at(0.5), at(0.95), (user + system) / 1000 / rounds].map((ms) => ms.toFixed(1).padStart(9)).join('')}`,
    )
  }
}

async function ask(url: string, key: string): Promise<void> {
  const response = await fetch(url, { headers: { 'x-gateway-key': key, 'x-gateway-provider': 'embedded' } })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url} answers ${response.status}`)
}

for (const { name, target, settle, drop } of await benchTargets(pattern)) {
  print(name)
  const calls = await openCalls(target)
  await measure(calls, settle)
  await calls.close()
  await drop()
}
process.exit(0)
