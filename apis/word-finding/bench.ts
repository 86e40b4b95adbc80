// `node apis/word-finding/bench.ts [part of a kind's name]`: how long the embedded searches take, kind by kind, for queries that were
// never asked before, and what memory they hold. Prints milliseconds and megabytes; asserts nothing, since they depend on the machine.
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { varyQueries } from './fixtures/varied-queries.ts'
import { createLexicon } from './provider/lexicon/lexicon.ts'
import { openTables } from './provider/lexicon/open.ts'
import { createWordFinder } from './provider/word-finder.ts'

const perKind = 300
/** Asked before, so that the code is compiled; none of them is among those that are measured. */
const warmUps = 150
const rounds = 3

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
const megabytes = (bytes: number): number => bytes / 1_000_000
const rssMb = (): number => megabytes(process.memoryUsage.rss())
const atStartMb = rssMb()

const folder = join(tmpdir(), 'gatehouse-word-finding-bench')
mkdirSync(folder, { recursive: true })
const log = { info: print, warn: print }
const openedMs = performance.now()
let peakMb = 0
const watching = setInterval(() => {
  peakMb = Math.max(peakMb, rssMb())
}, 5)
const tables = await openTables({ folder, log })
clearInterval(watching)
print(
  `opened in ${(performance.now() - openedMs).toFixed(0)} ms: ` +
    `${(rssMb() - atStartMb).toFixed(0)} MB more than before, ${(peakMb - atStartMb).toFixed(0)} MB more meanwhile`,
)

type Ask = (call: string) => unknown

/** A finder that was never asked anything. */
function openFinder(): Ask {
  const finder = createWordFinder(tables)
  return (call) => {
    const [path, search] = call.split('?')
    const query = new URLSearchParams(search)
    return path === '/sug' ? finder.suggest(query) : finder.words(query)
  }
}

const wanted = process.argv[2] ?? ''
const kinds = varyQueries(createLexicon(tables), { perKind: perKind + warmUps, seed: 7 }).filter(({ name }) =>
  name.includes(wanted),
)
const warm = openFinder()
for (const { calls } of kinds) for (const call of calls.slice(perKind)) warm(call)

const columns = ['p50', 'p95', 'most', 'again p95']
print(`${'milliseconds'.padEnd(24)}${'asked'.padStart(6)}${columns.map((name) => name.padStart(10)).join('')}`)
const all = kinds.flatMap(({ name, calls }) => measureKind(name, calls.slice(0, perKind)))
printKind('all kinds', all)
print(`after all of them: ${(rssMb() - atStartMb).toFixed(0)} MB more than before`)

interface Measured {
  readonly call: string
  /** Asked for the first time, and asked again. */
  readonly firstMs: number
  readonly againMs: number
}

/** Each call is new to as many finders as there are rounds; the least time counts, since others use the machine too. */
function measureKind(name: string, calls: readonly string[]): Measured[] {
  const finders = Array.from({ length: rounds }, openFinder)
  const measured = calls.map((call): Measured => {
    const times = finders.map((ask) => timeOf(ask, call))
    return { call, firstMs: Math.min(...times), againMs: Math.min(...finders.map((ask) => timeOf(ask, call))) }
  })
  printKind(name, measured)
  return measured
}

function timeOf(ask: Ask, call: string): number {
  const startedMs = performance.now()
  ask(call)
  return performance.now() - startedMs
}

function printKind(name: string, measured: readonly Measured[]): void {
  const first = measured.map(({ firstMs }) => firstMs)
  const again = measured.map(({ againMs }) => againMs)
  const most = Math.max(...first)
  const slowest = measured.find(({ firstMs }) => firstMs === most)?.call ?? ''
  const figures = [at(first, 0.5), at(first, 0.95), most, at(again, 0.95)]
  const row = figures.map((figure) => figure.toFixed(2).padStart(10)).join('')
  print(`${name.padEnd(24)}${String(measured.length).padStart(6)}${row}  ${decodeURIComponent(slowest).slice(0, 60)}`)
}

function at(times: number[], share: number): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0
}
