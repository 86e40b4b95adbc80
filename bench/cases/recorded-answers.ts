// The cost of keeping answers, and of being ready to replace them: the same proxied call with each setting of a listing.
import { path } from '../answers.ts'
import type { RunningGatehouse } from '../contenders/gatehouse.ts'
import { gatehouse, startGatehouse } from '../contenders/gatehouse.ts'
import { ratioOf } from '../figures.ts'
import type { Effort, Result, Target } from './case.ts'
import { cpuOf, type Entrant, measure, type Rounds, tableOf } from './load.ts'

/** The settings, with the limit of the ratio of their CPU to that of `live`. */
const limits = { live: undefined, record: 1.15, failover: 1.05 } as const

/** Measures several sets of programs: two copies of one program differ by several per cent throughout. */
export async function recordedAnswers(upstream: number, effort: Effort, sets: number): Promise<Result> {
  const all: Rounds[] = []
  let entrants: readonly Entrant[] = []
  for (let set = 0; set < sets; set++) {
    entrants = await Promise.all(Object.keys(limits).map((mode) => startWith(upstream, mode)))
    try {
      // none is always first in a round
      all.push(await measure(set % 2 === 0 ? entrants : entrants.toReversed(), effort))
    } finally {
      for (const { running } of entrants) await running.stop()
    }
  }
  const rounds: Rounds = new Map(Object.keys(limits).map((mode) => [mode, all.flatMap((one) => one.get(mode) ?? [])]))
  return {
    title: 'Recorded answers',
    how: `GET of JSON of 1 KB over 32 connections, with the answers of the listing set to each of these, one after another in each round; rounds of ${sets} sets of programs.`,
    ...tableOf(entrants, rounds),
    targets: Object.entries(limits).flatMap(([mode, limit]) => targetOf(rounds, mode, limit)),
    notes: [],
  }
}

function targetOf(rounds: Rounds, mode: string, limit: number | undefined): Target[] {
  const value = limit === undefined ? undefined : ratioOf(cpuOf(rounds, mode), cpuOf(rounds, 'live'))
  return value && limit !== undefined ? [{ name: `answers: CPU of ${mode} and live`, value, limit, unit: '' }] : []
}

async function startWith(upstream: number, mode: string): Promise<Entrant> {
  const running = await startGatehouse(upstream)
  await choose(running, mode)
  return {
    contender: { ...gatehouse, name: mode },
    ...{ running, url: running.base + path('small'), headers: running.headers },
  }
}

async function choose({ url, headers }: RunningGatehouse, mode: string): Promise<void> {
  const answer = await fetch(`${url}/v1/me/listings/personal-finance`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'live', answers: mode }),
  })
  if (!answer.ok) throw new Error(`answers: ${mode}: ${answer.status} ${await answer.text()}`)
}
