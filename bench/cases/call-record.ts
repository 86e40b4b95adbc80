// The cost of the record of calls: the same proxied call with and without it.
import { path } from '../answers.ts'
import { gatehouse, startGatehouse } from '../contenders/gatehouse.ts'
import { ratioOf } from '../figures.ts'
import type { Effort, Result } from './case.ts'
import { cpuOf, type Entrant, measure, type Rounds, tableOf } from './load.ts'

const without = { ...gatehouse, name: 'without the record' }
const recorded = { ...gatehouse, name: 'with the record' }
/** Limit of the ratio of CPU with the record to CPU without it. */
const limit = 1.15

/**
 * Measures several pairs. Two copies of one program differ by several per cent throughout, by the timing of compilation
 * and the layout of memory, so a single pair says little about a difference of three. Rounds are short and many,
 * because the speed of a shared machine changes within seconds.
 */
export async function callRecord(upstream: number, effort: Effort, pairs: number): Promise<Result> {
  const all: Rounds[] = []
  let entrants: readonly Entrant[] = []
  for (let pair = 0; pair < pairs; pair++) {
    entrants = [
      { contender: without, running: await startGatehouse(upstream, { environment: { GATEHOUSE_CALLS_DAYS: '0' } }) },
      { contender: recorded, running: await startGatehouse(upstream) },
    ].map(({ contender, running }) => ({
      ...{ contender, running, url: running.base + path('small'), headers: running.headers },
    }))
    try {
      // neither is always first in a round
      all.push(await measure(pair % 2 === 0 ? entrants : entrants.toReversed(), effort))
    } finally {
      for (const { running } of entrants) await running.stop()
    }
  }
  const rounds: Rounds = new Map(
    [without, recorded].map(({ name }) => [name, all.flatMap((one) => one.get(name) ?? [])]),
  )
  const value = ratioOf(cpuOf(rounds, recorded.name), cpuOf(rounds, without.name))
  return {
    title: 'Record of calls',
    how: `GET of JSON of 1 KB over 32 connections, with GATEHOUSE_CALLS_DAYS=0 and as it is by default, one after another in each round; rounds of ${pairs} pairs of programs.`,
    ...tableOf(entrants, rounds),
    targets: value ? [{ name: 'record of calls: CPU with and without', value, limit, unit: '' }] : [],
    notes: [],
  }
}
