// The latency that a gateway adds to a direct call, at a rate that all of them can sustain.
import { path } from '../answers.ts'
import { direct } from '../contenders/direct.ts'
import { figureOf } from '../figures.ts'
import { type Pace, pace } from '../pace.ts'
import type { Effort, Result } from './case.ts'
import { formatWithSpread } from './case.ts'
import type { Proxies } from './proxying.ts'

const perSecond = 2000

export async function addedLatency(started: Proxies, effort: Effort): Promise<Result> {
  const rounds = new Map<string, Pace[]>()
  for (let round = 0; round < effort.rounds; round++)
    for (const [{ name }, { base, headers }] of started) {
      const done = await pace({ url: base + path('small'), headers, perSecond, seconds: effort.seconds })
      rounds.set(name, [...(rounds.get(name) ?? []), done])
    }
  const added = (name: string, pick: (one: Pace) => number) =>
    figureOf((rounds.get(name) ?? []).map((one, round) => pick(one) - pick(rounds.get(direct.name)?.[round] ?? one)))
  const rows = [...rounds].map(([name, own]) => [
    name,
    formatWithSpread(figureOf(own.map(({ p50 }) => p50))),
    formatWithSpread(figureOf(own.map(({ p99 }) => p99))),
    name === direct.name ? '–' : formatWithSpread(added(name, ({ p50 }) => p50)),
    name === direct.name ? '–' : formatWithSpread(added(name, ({ p99 }) => p99)),
    formatWithSpread(figureOf(own.map(({ perSecond }) => perSecond))),
  ])
  return {
    title: 'Added latency at 2,000 calls a second',
    how: 'GET of 1 KB at a fixed rate over 64 connections; a slow response does not delay the next call. "Added" is the difference from direct in the same round.',
    columns: ['contender', 'p50 ms', 'p99 ms', 'added p50 ms', 'added p99 ms', 'calls/s'],
    rows,
    targets: [],
    notes: [],
    values: Object.fromEntries(rounds),
  }
}
