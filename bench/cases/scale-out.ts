// The cost of PostgreSQL and Redis to a gateway process, compared with SQLite. A second process shares both, so that
// the work of processes for each other is included.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { gatehouse, startGatehouse } from '../contenders/gatehouse.ts'
import type { Effort, Result } from './case.ts'
import { measure, ratioTarget, tableOf } from './load.ts'

const single = { ...gatehouse, name: 'SQLite' }
const several = { ...gatehouse, name: 'PostgreSQL and Redis' }
const server = process.env.GATEHOUSE_TEST_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const redis = process.env.GATEHOUSE_TEST_REDIS ?? 'redis://127.0.0.1:6379'

export async function scaleOut(effort: Effort, flags: readonly string[] = []): Promise<Result> {
  const how =
    'GET of `/randomness/dice` by one account over 32 connections: CPU of a process with SQLite, and of one of two processes with PostgreSQL and Redis.'
  const database = `gatehouse_bench_${randomBytes(6).toString('hex')}`
  const created = await onServer(`create database ${database}`)
  if (!created) return { ...{ title, how, columns: [], rows: [], targets: [], values: {} }, notes: [`no ${server}`] }
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-bench-data-'))
  const url = new URL(server)
  url.pathname = `/${database}`
  const environment = { GATEHOUSE_DATABASE_URL: url.href, GATEHOUSE_REDIS_URL: redis }
  const running: Awaited<ReturnType<typeof startGatehouse>>[] = []
  const start = async (options: Parameters<typeof startGatehouse>[1]) => {
    const started = await startGatehouse(0, { live: [], ...options })
    running.push(started)
    return started
  }
  try {
    const alone = await start({ flags })
    const measured = await start({ dataDir, environment, flags })
    await start({ dataDir, environment })
    const path = '/v1/proxy/randomness/dice?count=2'
    const entrants = [
      { contender: single, running: alone, url: alone.url + path, headers: alone.headers },
      { contender: several, running: measured, url: measured.url + path, headers: measured.headers },
    ]
    const rounds = await measure(entrants, effort)
    return {
      ...{ title, how, ...tableOf(entrants, rounds), notes: [] },
      targets: ratioTarget(rounds, {
        ...{ name: 'PostgreSQL and Redis: CPU vs SQLite', ours: several.name, other: single.name, limit: 1.3 },
      }),
    }
  } finally {
    for (const each of running.reverse()) await each.stop()
    rmSync(dataDir, { recursive: true, force: true })
    await onServer(`drop database ${database}`)
  }
}

const title = 'Scale-out'

/** Runs a statement on the server; false if there is no server. */
async function onServer(statement: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: server })
  try {
    await client.connect()
  } catch {
    return false
  }
  await client.query(statement)
  await client.end()
  return true
}
