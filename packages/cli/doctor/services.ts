// Checks of the gateway's dependencies while it is not running: the SQLite file here; database, master key and Redis
// by the gateway's own code, which knows them.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Io } from '../io.ts'
import { gatewayEnvironment } from '../target.ts'
import { type Check, good, problem } from './check.ts'

const answerMs = 3000
const examinationMs = 30_000

/** Checks the configured services: that each answers, is of the right kind, and matches the others. */
export function checkServices(env: Io['env'], dataDir: string): Check[] {
  const path = join(dataDir, 'gatehouse.db')
  const damaged = !env.GATEHOUSE_DATABASE_URL && existsSync(path) ? checkSqlite(path) : undefined
  return damaged ? [damaged] : examination(env, dataDir)
}

/** Reports a problem unless the file is sound. */
function checkSqlite(path: string): Check | undefined {
  try {
    const database = new DatabaseSync(path, { readOnly: true })
    try {
      const row = database.prepare('pragma quick_check(1)').get()
      const verdict = Object.values(row ?? {})[0]
      if (verdict === 'ok') return undefined
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

const todos: Readonly<Record<string, string>> = {
  database: 'Correct GATEHOUSE_DATABASE_URL, or start the version that wrote the database.',
  'master key': 'Set the master key with which this database was sealed, or correct GATEHOUSE_DATABASE_URL.',
  redis: 'Start Redis, change its configuration, or correct GATEHOUSE_REDIS_URL.',
}

/** Runs the gateway's own code in a separate process: the command line has no drivers. */
function examination(env: Io['env'], dataDir: string): Check[] {
  const config = new URL('../../gateway/src/process/config.ts', import.meta.url)
  const examine = new URL('../../gateway/src/start/examine.ts', import.meta.url)
  if (!existsSync(examine)) return [good('database', 'not checked: the gateway is not part of this installation')]
  const script = `
    const { readConfig } = await import(${JSON.stringify(config.href)})
    const { examine } = await import(${JSON.stringify(examine.href)})
    process.stdout.write(JSON.stringify(await examine(readConfig(process.env))))`
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...gatewayEnvironment(env), GATEHOUSE_DATA: dataDir },
    encoding: 'utf8',
    timeout: examinationMs,
  })
  if (run.status !== 0)
    return [problem('database', 'could not be examined', 'Start the gateway to see why: gatehouse start')]
  return findingsIn(run.stdout).map(({ name, ok, finding }) =>
    ok ? good(name, finding) : problem(name, finding, todos[name] ?? ''),
  )
}

interface Finding {
  readonly name: string
  readonly ok: boolean
  readonly finding: string
}

function findingsIn(json: string): Finding[] {
  const findings: unknown = JSON.parse(json)
  return Array.isArray(findings) ? findings.filter(isFinding) : []
}

function isFinding(value: unknown): value is Finding {
  if (typeof value !== 'object' || value === null || !('name' in value && 'ok' in value && 'finding' in value))
    return false
  return typeof value.name === 'string' && typeof value.ok === 'boolean' && typeof value.finding === 'string'
}

/** True if a server listens there. */
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
