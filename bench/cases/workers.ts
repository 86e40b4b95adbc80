// One process and two on one port, both with Redis, which keeps the quotas exact across all of them.
import { spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { path } from '../answers.ts'
import type { Contender } from '../contenders/contender.ts'
import { startGatehouse } from '../contenders/gatehouse.ts'
import { figureOf, ratioOf } from '../figures.ts'
import { freePort, startProgram, waitFor } from '../process.ts'
import type { Effort, Result } from './case.ts'
import { formatWithSpread } from './case.ts'
import { type Entrant, measure, tableOf } from './load.ts'

const hasRedis = spawnSync('redis-server', ['--version']).status === 0

export async function workers(upstream: number, effort: Effort): Promise<Result> {
  const title = 'Workers'
  const how =
    'Answers of 1 KB with GATEHOUSE_WORKERS=1 and 2, each with Redis. The load generator and the upstream share the same cores.'
  if (!hasRedis)
    return { title, how, columns: [], rows: [], targets: [], notes: ['There is no redis-server here.'], values: {} }
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const redis = startProgram('redis-server', { args })
  const entrants: Entrant[] = []
  try {
    await waitFor(() => listens(port), { program: redis })
    for (const count of [1, 2]) entrants.push(await entrantOf(count, { upstream, redis: port }))
    const rounds = await measure(entrants, effort)
    const rates = entrants.map(({ contender }) => (rounds.get(contender.name) ?? []).map(({ perSecond }) => perSecond))
    const [one = [], two = []] = rates
    return {
      title,
      how,
      ...tableOf(entrants, rounds),
      targets: [],
      notes: [
        `Calls per second with two workers, relative to one: ${formatWithSpread(ratioOf(two, one) ?? figureOf([]))}.`,
      ],
    }
  } finally {
    for (const { running } of entrants) await running.stop()
    await redis.stop()
  }
}

async function entrantOf(count: number, ports: { upstream: number; redis: number }): Promise<Entrant> {
  const running = await startGatehouse(ports.upstream, {
    environment: {
      GATEHOUSE_WORKERS: String(count),
      GATEHOUSE_REDIS_URL: `redis://127.0.0.1:${ports.redis}`,
      // port 0 would give each process its own port
      GATEHOUSE_PORT: String(await freePort()),
      GATEHOUSE_MARKET_PORT: String(await freePort()),
    },
  })
  const contender: Contender = {
    name: `workers ${count}`,
    version: undefined,
    kind: 'ours',
    start: async () => running,
  }
  return { contender, running, url: running.base + path('small'), headers: running.headers }
}

function listens(port: number): Promise<true | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(undefined))
  })
}
