// The program: reads the settings, starts the gateway, prints how to make the first call, and stops cleanly on a
// signal. A start that fails prints why and exits with 1.
import cluster from 'node:cluster'
import { ConfigError, readConfig } from './process/config.ts'
import { type Gateway, startGateway } from './start/gateway.ts'
import { databaseAdvice } from './start/open-database.ts'
import { welcome } from './start/welcome.ts'
import { runWorkers } from './start/workers.ts'

// a log on a full disk, or a reader that has left, costs log lines only
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

main().catch((error: unknown) => {
  console.error(adviceFor(error))
  process.exit(1)
})

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (config.GATEHOUSE_WORKERS > 1 && cluster.isPrimary) return runWorkers(config)
  // a diagnostic report or a child process would reveal the secrets
  delete process.env.GATEHOUSE_MASTER_KEY
  delete process.env.GATEHOUSE_ADMIN_KEY
  // before any output: a caller waiting for it can send a signal at once
  let started: Gateway | undefined
  stopOnSignals(() => started)
  const gateway = await startGateway({ config })
  started = gateway
  if (cluster.isPrimary) console.log(welcome(gateway, config))
  else process.send?.({ baseUrl: gateway.baseUrl, marketUrl: gateway.marketUrl })
}

/**
 * The time within which repeated signals count once: one Ctrl-C can arrive twice, from the terminal and from npm or
 * another parent process.
 */
const sameSignalMs = 500

/** Drains the gateway on the first signal; exits at once on a second, and while there is no gateway yet. */
function stopOnSignals(started: () => Gateway | undefined): void {
  let stoppingSinceMs: number | undefined
  const stop = () => {
    if (stoppingSinceMs !== undefined) {
      if (performance.now() - stoppingSinceMs >= sameSignalMs) process.exit(1)
      return
    }
    stoppingSinceMs = performance.now()
    const gateway = started()
    if (!gateway) process.exit(0)
    gateway.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error instanceof Error ? error.message : error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

const refusals = new Set(['StartRefused', 'MasterKeyRefused', 'WrongMasterKey', 'MasterKeyBehind', 'MigrationError'])
const fileErrors = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EISDIR', 'ENOTDIR', 'EIO'])

/**
 * Returns the text to print for a failed start: advice to the operator, or an unexpected error with its stack trace.
 */
function adviceFor(error: unknown): unknown {
  if (error instanceof ConfigError || (error instanceof Error && refusals.has(error.name))) return error.message
  if (error instanceof Error && 'code' in error && 'path' in error && fileErrors.has(String(error.code)))
    return `${error.path} cannot be used (${error.code}). Make it usable for this user, or set GATEHOUSE_DATA to another folder.`
  if (error instanceof Error && 'code' in error && /^SQLITE_[A-Z_]+$|^53100$/.test(String(error.code)))
    return `The database cannot be used: ${error.message}. ${databaseAdvice(error)}`
  return error
}
