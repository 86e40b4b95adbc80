// The cost of running a provider on its own thread: the same small answer with and without threads.
import { gatehouse, startGatehouse } from '../contenders/gatehouse.ts'
import { figureOf } from '../figures.ts'
import type { Effort, Result } from './case.ts'
import { cpuOf, measure, tableOf } from './load.ts'

const here = { ...gatehouse, name: 'with the calls' }
const aside = { ...gatehouse, name: 'on its own thread' }
const path = '/v1/proxy/personal-finance/currencies/usd'
/** CPU that the hop between threads may cost, in milliseconds per call. */
const limitMs = 0.1

export async function workerAnswer(effort: Effort): Promise<Result> {
  const programs = [
    { contender: here, running: await startGatehouse(0, { live: [], environment: { GATEHOUSE_THREADS: 'false' } }) },
    { contender: aside, running: await startGatehouse(0, { live: [] }) },
  ]
  try {
    const entrants = programs.map(({ contender, running }) => ({
      ...{ contender, running, url: `${running.url}${path}`, headers: running.headers },
    }))
    for (const { url, headers } of entrants) await prepared(url, headers)
    const rounds = await measure(entrants, effort)
    const without = cpuOf(rounds, here.name)
    // seconds per 10,000 calls are tenths of a millisecond per call
    const value = figureOf(cpuOf(rounds, aside.name).map((cpu, round) => (cpu - (without[round] ?? cpu)) / 10))
    const name = 'embedded answer from a thread: CPU more per call'
    return {
      title: 'Answer from a thread',
      how: `GET of \`${path.replace('/v1/proxy', '')}\`, embedded, over 32 connections: its provider on the thread of the calls, and on its own.`,
      ...tableOf(entrants, rounds),
      targets: value ? [{ name, value, limit: limitMs, unit: 'ms' }] : [],
      notes: [],
    }
  } finally {
    for (const { running } of programs) await running.stop()
  }
}

/** The first calls open the provider. */
async function prepared(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  for (let attempt = 0; attempt < 60; attempt++) {
    const answer = await fetch(url, { headers })
    await answer.arrayBuffer()
    if (answer.ok) return
  }
  throw new Error(`${url} does not answer`)
}
