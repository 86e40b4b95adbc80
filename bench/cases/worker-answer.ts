// The cost of running a provider on its own thread: a small response of such a provider, and one of a provider that
// runs on the thread of the calls.
import { gatehouse, startGatehouse } from '../contenders/gatehouse.ts'
import { figureOf } from '../figures.ts'
import type { Effort, Result } from './case.ts'
import { cpuOf, measure, tableOf } from './load.ts'

const here = { ...gatehouse, name: 'with the calls' }
const aside = { ...gatehouse, name: 'on its own thread' }
const paths = { here: '/randomness/dice', aside: '/personal-finance/currencies/usd' }
/** Limit of the CPU of the hop between threads, in milliseconds per call. */
const limitMs = 0.1

export async function workerAnswer(effort: Effort): Promise<Result> {
  const running = await startGatehouse(0, { live: [] })
  const { headers } = running
  try {
    const entrants = [
      { contender: here, running, url: `${running.url}/v1/proxy${paths.here}`, headers },
      { contender: aside, running, url: `${running.url}/v1/proxy${paths.aside}`, headers },
    ]
    for (const { url } of entrants) await prepared(url, headers)
    const rounds = await measure(entrants, effort)
    const without = cpuOf(rounds, here.name)
    // seconds per 10,000 calls are tenths of a millisecond per call
    const value = figureOf(cpuOf(rounds, aside.name).map((cpu, round) => (cpu - (without[round] ?? cpu)) / 10))
    const name = 'embedded answer from a thread: CPU more per call'
    return {
      title: 'Answer from a thread',
      how: `GET of \`${paths.here}\`, whose provider runs with the calls, and of \`${paths.aside}\`, whose provider has its own thread, over 32 connections.`,
      ...tableOf(entrants, rounds),
      targets: value ? [{ name, value, limit: limitMs, unit: 'ms' }] : [],
      notes: [],
    }
  } finally {
    await running.stop()
  }
}

/** Opens the provider by its first calls. */
async function prepared(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  for (let attempt = 0; attempt < 60; attempt++) {
    const answer = await fetch(url, { headers })
    await answer.arrayBuffer()
    if (answer.ok) return
  }
  throw new Error(`${url} does not answer`)
}
