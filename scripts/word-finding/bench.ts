// `node scripts/word-finding/bench.ts [part of a kind's name] [--check]`: measures the embedded searches, kind by kind,
// for queries that are new to the process, and the growth of a process during a burst of them. Prints milliseconds and
// megabytes, and at the end the kinds that exceed their bound; with `--check` these make it fail. The figures depend on
// the machine and its other load.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { present } from '#define/present'
import { createLexicon } from '../../apis/word-finding/provider/lexicon/lexicon.ts'
import { openTables } from '../../apis/word-finding/provider/lexicon/open.ts'
import { createWordFinder } from '../../apis/word-finding/provider/search/word-finder.ts'
import type { BurstMemory } from '../../apis/word-finding/test/burst.ts'
import { type QueryKind, varyQueries } from '../../apis/word-finding/test/varied-queries.ts'

/** Limit of a kind's p95. */
const mostMs = 5
const perKind = 300
/** Unmeasured queries, so that the code is compiled. */
const warmUps = 150
const rounds = 3
/** Calls of each kind in the burst that measures memory. */
const perBurst = 100

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
const megabytes = (bytes: number): number => bytes / 1_000_000

const folder = join(tmpdir(), 'gatehouse-word-finding-bench')
mkdirSync(folder, { recursive: true })
const log = { info: print, warn: print }
const openedMs = performance.now()
const tables = await openTables({ folder, log })
print(`opened in ${(performance.now() - openedMs).toFixed(0)} ms`)

type Ask = (call: string) => unknown

/** Opens a finder without earlier queries. */
function openFinder(): Ask {
  const finder = createWordFinder(tables)
  return (call) => {
    const [path, search] = call.split('?')
    const query = new URLSearchParams(search)
    return path === '/sug' ? finder.suggest(query) : finder.words(query)
  }
}

const filter = process.argv.slice(2).find((arg) => !arg.startsWith('--')) ?? ''
const kinds = varyQueries(createLexicon(tables), { perKind: perKind + warmUps, seed: 7 }).filter(({ name }) =>
  name.includes(filter),
)
const warm = openFinder()
for (const { calls } of kinds) for (const call of calls.slice(perKind)) warm(call)

const columns = ['p50', 'p95', 'most', 'again p95']
print(`${'milliseconds'.padEnd(24)}${'asked'.padStart(6)}${columns.map((name) => name.padStart(10)).join('')}`)
const measured = kinds.map(({ name, calls }) => ({ name, times: measureKind(name, calls.slice(0, perKind)) }))
printKind(
  'all kinds',
  measured.flatMap(({ times }) => times),
)
printMemory()
const slow = measured.filter(({ times }) => p95(times) >= mostMs).map(({ name, times }) => ({ name, ms: p95(times) }))
print(slow.length === 0 ? `every kind takes less than ${mostMs} ms at p95` : `${mostMs} ms or more at p95:`)
for (const { name, ms } of slow) print(`  ${name} ${ms.toFixed(2)} ms`)
if (slow.length > 0 && process.argv.includes('--check')) process.exitCode = 1

interface Measured {
  readonly call: string
  /** The time of the first query, and of the same query again. */
  readonly firstMs: number
  readonly againMs: number
}

/** Measures each call with a new finder per round; the least time counts, because others use the machine too. */
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

function p95(measured: readonly Measured[]): number {
  return at(
    measured.map(({ firstMs }) => firstMs),
    0.95,
  )
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
  return present(times.sort((a, b) => a - b)[Math.floor(times.length * share)])
}

/** Prints the growth of two processes: one that searches, and one that reads the same responses from a file. */
function printMemory(): void {
  const own = mkdtempSync(join(tmpdir(), 'gatehouse-word-finding-burst-'))
  try {
    const answers = join(own, 'answers')
    const searching = burst(kinds, ['search', folder, answers])
    const replaying = burst(kinds, ['replay', answers])
    const grown = ({ before, most }: BurstMemory) => megabytes(most - before)
    print(
      `a process that answers ${perBurst} of each grows by ${grown(searching).toFixed(0)} MB at the most; ` +
        `one that has the answers from a file, by ${grown(replaying).toFixed(0)} MB`,
    )
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

function burst(kinds: readonly QueryKind[], how: readonly string[]): BurstMemory {
  const script = fileURLToPath(new URL('../../apis/word-finding/test/burst.ts', import.meta.url))
  const input = kinds.flatMap(({ calls }) => calls.slice(0, perBurst)).join('\n')
  return JSON.parse(execFileSync(process.execPath, [...process.execArgv, script, ...how], { input, encoding: 'utf8' }))
}
