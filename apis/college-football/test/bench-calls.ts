// `node apis/college-football/test/bench-calls.ts [endpoint …]`: what calls of every endpoint with its filters cost, in
// CPU time of the process and by the clock: the first call of each, and p50 and p95 of repeated ones. `--postgres` uses
// PostgreSQL, `--imported` imports a season first, `--now` is when calls are made, `--slow 20` lists calls that take
// longer, `--rounds 5` says how often each is made. It asserts nothing.
import { parseArgs } from 'node:util'
import { openStore } from '#store'
import { createDatabase } from '../../../tests/harness/services.ts'
import { firstVersion } from '../endpoints/first-version.ts'
import { callsOf } from './calls.ts'
import { importSeason } from './import-season.ts'
import { openWorld } from './world.ts'

const { values, positionals } = parseArgs({
  options: {
    postgres: { type: 'boolean', default: false },
    imported: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    slow: { type: 'string', default: '20' },
    now: { type: 'string' },
  },
  allowPositionals: true,
})
const print = (line: string) => void process.stdout.write(`${line}\n`)
type Id = keyof typeof firstVersion
interface Cost {
  readonly cpu: number
  readonly wall: number
}

const database = await createDatabase(values.postgres ? 'postgres' : 'sqlite')
const store = await openStore({ url: database.url, dataDir: database.dataDir })
const world = await openWorld({
  database: store,
  ...(values.now === undefined ? {} : { now: values.now }),
})
try {
  const opened = await costOf(async () => void (await world.rows('/conferences')))
  print(`first answer after ${shown(opened)}`)
  if (values.imported) await importSeason(world, print)
  await measureAll()
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  print(`\n${megabytes(rss)} MB in all, ${megabytes(heapUsed)} of them heap, ${megabytes(external)} external`)
} finally {
  await world.close()
  await store.close()
  await database.drop()
}

async function measureAll(): Promise<void> {
  const players = await world.rows<{ id: number; position: string }>('/roster?team=Northfield&year=2025')
  const athletes = players.filter(({ position }) => position === 'QB').map(({ id }) => id)
  const slow: string[] = []
  print('\nendpoint, calls; first call: p50 p95 max of CPU, of wall; repeated: p50 p95 max of CPU, of wall; in ms')
  // a name of this object's own
  for (const id of Object.keys(firstVersion) as Id[]) {
    if (positionals.length > 0 && !positionals.includes(id)) continue
    const [first, again]: [Cost[], Cost[]] = [[], []]
    for (const call of callsOf(id, athletes.slice(0, 1))) {
      let status = 0
      const once = async () => {
        status = await ask(call)
      }
      const cost = await costOf(once)
      if (status !== 200) continue
      first.push(cost)
      const repeated: Cost[] = []
      for (let round = 0; round < Number(values.rounds); round++) repeated.push(await costOf(once))
      again.push(...repeated)
      const usual = share(repeated, 'cpu', 0.5)
      if (cost.cpu > Number(values.slow) || usual > Number(values.slow))
        slow.push(`${cost.cpu.toFixed(0).padStart(6)} first ${usual.toFixed(0).padStart(6)} then  ${call}`)
    }
    print(`${id.padEnd(24)}${String(first.length).padStart(4)}  ${line(first)}    ${line(again)}`)
  }
  print(`\ncalls over ${values.slow} ms of CPU time:\n${slow.join('\n')}`)
}

async function ask(call: string): Promise<number> {
  const { status, body } = await world.ask<AsyncIterable<string | Uint8Array> | object | null>(call)
  if (body !== null && typeof body === 'object' && Symbol.asyncIterator in body) for await (const _piece of body);
  return status
}

/** Measures the CPU time of all threads of this process. */
async function costOf(work: () => Promise<void>): Promise<Cost> {
  const [at, used] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(used)
  return { cpu: (user + system) / 1000, wall: performance.now() - at }
}

function share(costs: readonly Cost[], kind: keyof Cost, part: number): number {
  const sorted = costs.map((cost) => cost[kind]).sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

function line(costs: readonly Cost[]): string {
  const parts = (['cpu', 'wall'] as const).map((kind) =>
    [0.5, 0.95, 1].map((part) => share(costs, kind, part).toFixed(1).padStart(6)).join(' '),
  )
  return parts.join('   ')
}

function shown({ cpu, wall }: Cost): string {
  return `${wall.toFixed(0)} ms, ${cpu.toFixed(0)} ms CPU`
}
function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20)
}
