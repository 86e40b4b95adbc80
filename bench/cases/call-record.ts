// What the record of calls costs: the same proxied call with and without it.
import { path } from '../answers.ts'
import { gatehouse, startGatehouse } from '../contenders/gatehouse.ts'
import { ratioOf } from '../figures.ts'
import type { Effort, Result } from './case.ts'
import { cpuOf, measure, tableOf } from './load.ts'

const without = { ...gatehouse, name: 'without the record' }
const recorded = { ...gatehouse, name: 'with the record' }
/** CPU with the record to CPU without it. */
const limit = 1.03

export async function callRecord(upstream: number, effort: Effort): Promise<Result> {
  const programs = [
    { contender: without, running: await startGatehouse(upstream, { environment: { GATEHOUSE_CALLS_DAYS: '0' } }) },
    { contender: recorded, running: await startGatehouse(upstream) },
  ]
  try {
    const entrants = programs.map(({ contender, running }) => ({
      ...{ contender, running, url: running.base + path('small'), headers: running.headers },
    }))
    const rounds = await measure(entrants, effort)
    const value = ratioOf(cpuOf(rounds, recorded.name), cpuOf(rounds, without.name))
    return {
      title: 'Record of calls',
      how: 'GET of JSON of 1 KB over 32 connections, with GATEHOUSE_CALLS_DAYS=0 and as it is by default, one after another in each round.',
      ...tableOf(entrants, rounds),
      targets: value ? [{ name: 'record of calls: CPU with and without', value, limit, unit: '' }] : [],
      notes: [],
    }
  } finally {
    for (const { running } of programs) await running.stop()
  }
}
