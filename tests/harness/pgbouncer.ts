// A PgBouncer for one test, in front of the machine's PostgreSQL. For tests only.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface PgBouncer {
  /** Returns the address of the same database through the pool. */
  through(url: string): string
  stop(): Promise<void>
}

interface PgBouncerOptions {
  readonly server: string
  readonly poolMode: 'transaction' | 'session'
  /** Number of connections to PostgreSQL. */
  readonly poolSize: number
}

/** Starts a PgBouncer on a free port. Returns undefined if it is not installed, which is a failure under CI. */
export async function startPgBouncer({ server, poolMode, poolSize }: PgBouncerOptions): Promise<PgBouncer | undefined> {
  const { hostname, port: serverPort, username, password } = new URL(server)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-pgbouncer-'))
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${decodeURIComponent(password)}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${serverPort || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${poolMode}
default_pool_size = ${poolSize}
max_client_conn = 200
`,
  )
  // PgBouncer refuses to run as root
  chmodSync(folder, 0o755)
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const bouncer = spawn('pgbouncer', [...asUser, join(folder, 'pgbouncer.ini')], {
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const stop = async () => {
    if (bouncer.exitCode === null && bouncer.signalCode === null) {
      bouncer.kill('SIGKILL')
      await once(bouncer, 'exit')
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await listening(bouncer)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    if (process.env.CI === 'true') throw error
    process.stdout.write('not run: pgbouncer is not installed\n')
    return undefined
  }
  return {
    through(url) {
      const pooled = new URL(url)
      pooled.hostname = '127.0.0.1'
      pooled.port = String(port)
      return pooled.href
    },
    stop,
  }
}

async function listening(bouncer: ChildProcess): Promise<void> {
  let said = ''
  await new Promise<void>((resolve, reject) => {
    bouncer.once('error', reject)
    bouncer.once('exit', () => reject(new Error(`pgbouncer ended: ${said}`)))
    bouncer.stderr?.on('data', (chunk) => {
      said += chunk
      if (said.includes('process up')) resolve()
    })
  })
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}
