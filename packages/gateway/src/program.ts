// The program: reads the settings, starts the gateway, says how to make the first call, and ends cleanly when told to.
import cluster from 'node:cluster'
import { ConfigError, readConfig } from './config.ts'
import { type Gateway, startGateway } from './gateway.ts'
import { welcome } from './welcome.ts'
import { runWorkers } from './workers.ts'

/** Starts, and from then on ends only by a signal; a start that fails says why and exits with 1. */
export function run(): void {
  main().catch((error: unknown) => {
    console.error(sentenceOf(error))
    process.exit(1)
  })
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  if (config.GATEHOUSE_WORKERS > 1 && cluster.isPrimary) return runWorkers(config)
  // what prints the environment (a diagnostic report, a child process) must not print these
  delete process.env.GATEHOUSE_MASTER_KEY
  delete process.env.GATEHOUSE_ADMIN_KEY
  const gateway = await startGateway({ config })
  // before it says that it stands, because whoever waits for that may end it at once
  stopOnSignals(gateway)
  if (cluster.isPrimary) console.log(welcome(gateway, config))
  else process.send?.({ baseUrl: gateway.baseUrl, marketUrl: gateway.marketUrl })
}

/** One press of Ctrl-C can arrive twice, from the terminal and from npm or the process above: within this time it counts once. */
const sameSignalMs = 500

/** The first signal drains, a second one ends at once. */
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
const unusable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EISDIR', 'ENOTDIR', 'EIO'])

/** What a person is told of a failed start: a sentence that says what to do; only what nobody foresaw comes with its trace. */
function sentenceOf(error: unknown): unknown {
  if (error instanceof ConfigError || (error instanceof Error && refusals.has(error.name))) return error.message
  if (error instanceof Error && 'code' in error && 'path' in error && unusable.has(String(error.code)))
    return `${error.path} cannot be used (${error.code}). Make it usable for this user, or set GATEHOUSE_DATA to another folder.`
  return error
}
