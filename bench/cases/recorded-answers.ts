// The cost of keeping answers, and of being ready to replace them: one program, whose listing gets each setting in
// turn.
import { path } from '../answers.ts'
import { gatehouse, type RunningGatehouse, startGatehouse } from '../contenders/gatehouse.ts'
import { ratioOf } from '../figures.ts'
import type { Effort, Result } from './case.ts'
import { cpuOf, type Entrant, type Round, type Rounds, tableOf, under } from './load.ts'

/** The settings, with the limit of the ratio of their CPU to that of `live`. */
const limits: ReadonlyMap<string, number | undefined> = new Map([
  ['live', undefined],
  ['record', 1.15],
  ['failover', 1.05],
])

/** Measures in one program: two copies of one differ by several per cent throughout. */
export async function recordedAnswers(
  upstream: number,
  { rounds: count, seconds, warmSeconds }: Effort,
): Promise<Result> {
  const running = await startGatehouse(upstream)
  try {
    const entrants = [...limits.keys()].map((mode): Entrant => {
      const contender = { ...gatehouse, name: mode }
      return { contender, running, url: running.base + path('small'), headers: running.headers }
    })
    const rounds = new Map<string, Round[]>(entrants.map(({ contender }) => [contender.name, []]))
    for (let round = -1; round < count; round++)
      // none is always first in a round
      for (const entrant of round % 2 === 0 ? entrants : entrants.toReversed()) {
        await choose(running, entrant.contender.name)
        const done = await under(entrant, round < 0 ? Math.max(1, warmSeconds) : seconds)
        if (round >= 0) rounds.get(entrant.contender.name)?.push(done)
      }
    return resultOf(entrants, rounds)
  } finally {
    await running.stop()
  }
}

function resultOf(entrants: readonly Entrant[], rounds: Rounds): Result {
  return {
    title: 'Recorded answers',
    how: 'GET of JSON of 1 KB over 32 connections, in one program whose listing has its answers set to each of these in turn, in each round.',
    ...tableOf(entrants, rounds),
    targets: [...limits].flatMap(([mode, limit]) => {
      const value = ratioOf(cpuOf(rounds, mode), cpuOf(rounds, 'live'))
      return value && limit !== undefined ? [{ name: `answers: CPU of ${mode} and live`, value, limit, unit: '' }] : []
    }),
    notes: [],
  }
}

/** Sets what is done with answers. What waits to be kept is written before. */
async function choose({ url, headers }: RunningGatehouse, mode: string): Promise<void> {
  const body = JSON.stringify({ provider: 'live', answers: mode })
  const settings = { method: 'PUT', headers: { ...headers, 'content-type': 'application/json' }, body }
  for (const asked of [
    fetch(`${url}/v1/me/listings/personal-finance`, settings),
    fetch(`${url}/v1/me/answers?limit=1`, { headers }),
  ]) {
    const answer = await asked
    if (!answer.ok) throw new Error(`answers: ${mode}: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
}
