// Checks of what the gateway needs, while it is not running: database, Redis and ports. No drivers: a connection shows
// that something answers.
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Io } from '../io.ts'
import { type Check, good, problem } from './check.ts'

const answerMs = 3000

/** The configured database: PostgreSQL is connected to, SQLite is opened and checked. */
export async function checkDatabase(env: Io['env'], dataDir: string): Promise<Check> {
  const url = env.GATEHOUSE_DATABASE_URL
  if (url) return checkAddress('database', { url, port: 5432, setting: 'GATEHOUSE_DATABASE_URL', what: 'PostgreSQL' })
  const path = join(dataDir, 'gatehouse.db')
  if (!existsSync(path)) return good('database', 'SQLite, created at the first start')
  return checkSqlite(path)
}

function checkSqlite(path: string): Check {
  try {
    const database = new DatabaseSync(path, { readOnly: true })
    try {
      const row = database.prepare('pragma quick_check(1)').get()
      const verdict = Object.values(row ?? {})[0]
      if (verdict === 'ok') return good('database', `SQLite, ${path}`)
      return problem(
        'database',
        `${path} is damaged: ${verdict}`,
        'Stop the gateway and restore the data folder from a backup.',
      )
    } finally {
      database.close()
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it does not open'
    return problem(
      'database',
      `${path} does not open: ${why}`,
      'Make sure that this user may read it, or restore the data folder from a backup.',
    )
  }
}

/** Redis, when it is configured. */
export async function checkRedis(env: Io['env']): Promise<Check> {
  const url = env.GATEHOUSE_REDIS_URL
  if (!url) return good('redis', 'not used')
  return checkAddress('redis', { url, port: 6379, setting: 'GATEHOUSE_REDIS_URL', what: 'Redis' })
}

interface Address {
  readonly url: string
  readonly port: number
  readonly setting: string
  readonly what: string
}

async function checkAddress(name: string, { url, port, setting, what }: Address): Promise<Check> {
  const parsed = URL.parse(url)
  // the value may contain a password, so it is not shown
  if (!parsed?.hostname)
    return problem(
      name,
      `${setting} is not an address`,
      `Write it like ${name === 'redis' ? 'redis' : 'postgres'}://host:${port}.`,
    )
  const host = parsed.hostname.replace(/^\[|\]$/g, '')
  const address = { host, port: Number(parsed.port) || port }
  const where = `${what} at ${parsed.hostname}:${address.port}`
  if (await answers(address)) return good(name, `${where} answers`)
  return problem(name, `${where} does not answer`, `Start it, or change ${setting}.`)
}

/** Whether anything listens there. */
export function answers({ host, port }: { host: string; port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: answerMs })
    const settle = (answered: boolean) => {
      socket.destroy()
      resolve(answered)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
    socket.once('timeout', () => settle(false))
  })
}
