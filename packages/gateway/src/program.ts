// The program: reads the settings, starts the gateway, prints how to make the first call, and stops cleanly on a
// signal.
import cluster from 'node:cluster'
import { ConfigError, readConfig } from './config.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { databaseAdvice } from './open-database.ts'
import { returnFreedMemory } from './ops/freed-memory.ts'
import { welcome } from './welcome.ts'
import { runWorkers } from './workers.ts'

/** Runs until a signal. A start that fails prints why and exits with 1. */
export function run(): void {
  main().catch((error: unknown) => {
    console.error(adviceFor(error))
    process.exit(1)
  })
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (config.GATEHOUSE_WORKERS > 1 && cluster.isPrimary) return runWorkers(config)
  // a diagnostic report or a child process would reveal them
  delete process.env.GATEHOUSE_MASTER_KEY
  delete process.env.GATEHOUSE_ADMIN_KEY
  const gateway = await startGateway({ config })
  // before the output that says it is ready: whoever waits for that may send a signal at once
  stopOnSignals(gateway)
  await returnFreedMemory()
  if (cluster.isPrimary) console.log(welcome(gateway, config))
  else process.send?.({ baseUrl: gateway.baseUrl, marketUrl: gateway.marketUrl })
}

/**
 * One Ctrl-C can arrive twice, from the terminal and from npm or another parent process. Within this time it counts
 * once.
 */
const sameSignalMs = 500

/** The first signal drains; a second one exits at once. */
function stopOnSignals(gateway: Gateway): void {
  let stoppingSinceMs: number | undefined
  const stop = () => {
    if (stoppingSinceMs !== undefined) {
      if (performance.now() - stoppingSinceMs >= sameSignalMs) process.exit(1)
      return
    }
    stoppingSinceMs = performance.now()
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

/** What to print for a failed start: advice to the operator, or an unforeseen error with its stack trace. */
function adviceFor(error: unknown): unknown {
  if (error instanceof ConfigError || (error instanceof Error && refusals.has(error.name))) return error.message
  if (error instanceof Error && 'code' in error && 'path' in error && fileErrors.has(String(error.code)))
    return `${error.path} cannot be used (${error.code}). Make it usable for this user, or set GATEHOUSE_DATA to another folder.`
  if (error instanceof Error && 'code' in error && /^SQLITE_[A-Z_]+$|^53100$/.test(String(error.code)))
    return `The database cannot be used: ${error.message}. ${databaseAdvice(error)}`
  return error
}
