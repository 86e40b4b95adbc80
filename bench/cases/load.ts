// CPU seconds per 10,000 calls of every contender under full load, in interleaved rounds.

import type { Contender, Running } from '../contenders/contender.ts'
import { nginx } from '../contenders/nginx.ts'
import { figureOf, ratioOf } from '../figures.ts'
import { type Load, load } from '../load.ts'
import { cpuSeconds, memoryBytes } from '../process.ts'
import type { Effort, Result, Target } from './case.ts'
import { format, formatWithSpread } from './case.ts'

/** A started contender and its address. */
export interface Entrant {
  readonly contender: Contender
  readonly running: Running
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}
export interface Round extends Load {
  /** CPU seconds per 10,000 calls. */
  readonly cpu: number
  readonly memory: number
}
export type Rounds = ReadonlyMap<string, readonly Round[]>

/** Puts load on one entrant after another, for the given number of rounds. */
export async function measure(entrants: readonly Entrant[], effort: Effort): Promise<Rounds> {
  const rounds = new Map<string, Round[]>(entrants.map(({ contender }) => [contender.name, []]))
  // a native program has nothing to compile, and the upstream warms up with each of them
  for (const entrant of entrants)
    if (compiles(entrant.contender) && effort.warmSeconds > 0) await under(entrant, effort.warmSeconds)
  for (let round = 0; round < effort.rounds; round++)
    for (const entrant of entrants) rounds.get(entrant.contender.name)?.push(await under(entrant, effort.seconds))
  return rounds
}

const compiles = ({ kind }: Contender) => kind === 'ours' || kind === 'node' || kind === 'floor'

/** Puts load on one entrant. */
export async function under({ running, url, headers, body }: Entrant, seconds: number): Promise<Round> {
  const before = cpuSeconds(running.pid)
  const done = await load({ url, headers, seconds, ...(body === undefined ? {} : { body }) })
  const used = cpuSeconds(running.pid) - before
  return { ...done, cpu: (used / done.calls) * 10_000, memory: memoryBytes(running.pid) }
}

export const cpuOf = (rounds: Rounds, name: string): number[] => (rounds.get(name) ?? []).map(({ cpu }) => cpu)

/** One row per contender: CPU, ratios, calls per second, latencies, memory. */
export function tableOf(entrants: readonly Entrant[], rounds: Rounds): Pick<Result, 'columns' | 'rows' | 'values'> {
  const peer = bestPeer(entrants, rounds)
  const others = [nginx.name, peer, floorOf(entrants)].filter((name) => name !== undefined && rounds.has(name))
  const columns = ['contender', 'CPU s per 10,000 calls', ...others.map((name) => `vs ${name}`)]
  const rows = entrants.map(({ contender: { name, kind } }) => {
    const own = rounds.get(name) ?? []
    const of = (pick: (round: Round) => number) => figureOf(own.map(pick))?.median ?? 0
    const cpu = cpuOf(rounds, name)
    const ratios = others.map((other) =>
      kind === 'none' || other === undefined ? '–' : formatWithSpread(ratioOf(cpu, cpuOf(rounds, other))),
    )
    return [
      name,
      kind === 'none' ? '–' : formatWithSpread(figureOf(cpu)),
      ...ratios,
      format(of(({ perSecond }) => perSecond)),
      format(of(({ p50 }) => p50)),
      format(of(({ p99 }) => p99)),
      kind === 'none' ? '–' : format(of(({ memory }) => memory) / 1e6),
    ]
  })
  return {
    columns: [...columns, 'calls/s', 'p50 ms', 'p99 ms', 'memory MB'],
    rows,
    values: Object.fromEntries(rounds),
  }
}

const floorOf = (entrants: readonly Entrant[]) =>
  entrants.find(({ contender }) => contender.kind === 'floor')?.contender.name

/** Returns the cheapest other Node program. */
function bestPeer(entrants: readonly Entrant[], rounds: Rounds): string | undefined {
  const peers = entrants.filter(({ contender }) => contender.kind === 'node').map(({ contender }) => contender.name)
  const median = (name: string) => figureOf(cpuOf(rounds, name))?.median ?? Number.POSITIVE_INFINITY
  return peers.sort((a, b) => median(a) - median(b))[0]
}

/** Returns a target for the ratio of our CPU to another's, if the other was measured. */
export function ratioTarget(
  rounds: Rounds,
  comparison: { name: string; ours: string; other: string; limit: number; guard?: number },
): Target[] {
  const value = ratioOf(cpuOf(rounds, comparison.ours), cpuOf(rounds, comparison.other))
  const { name, limit, guard = 2 * limit } = comparison
  return value ? [{ name, value, limit, unit: '', guard }] : []
}
