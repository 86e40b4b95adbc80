// The program of `gatehouse backup`, `gatehouse restore` and `gatehouse upgrade check`: reads the request in its
// argument, and prints the outcome as JSON.
import { type Config, readConfig } from '../../process/config.ts'
import { announceFailedBackup } from './announce-failed-backup.ts'
import { type BackupOptions, backup } from './backup.ts'
import { type RestoreOptions, restore } from './restore.ts'
import { checkUpgrade } from './upgrade-check.ts'

/** The command line has checked the options and is part of the same installation. */
type Request =
  | { readonly backup: BackupOptions }
  | { readonly restore: RestoreOptions }
  | { readonly checkUpgrade: true }

const refusals = new Set([
  'ArchiveRefused',
  'ConfigError',
  'DatabaseNotEmpty',
  'FileMoved',
  'MasterKeyRefused',
  'MigrationError',
  'StartRefused',
])

const [, , request = ''] = process.argv
process.stdout.write(JSON.stringify(await outcome(JSON.parse(request))))

async function outcome(request: Request) {
  try {
    const config = readConfig(process.env)
    return { done: await ('backup' in request ? backUp(config, request.backup) : answer(config, request)) }
  } catch (error) {
    if (error instanceof Error && (refusals.has(error.name) || 'code' in error)) return { refused: error.message }
    throw error
  }
}

async function backUp(config: Config, options: BackupOptions): Promise<object> {
  const now = Date.now()
  try {
    return await backup(config, options, now)
  } catch (error) {
    await announceFailedBackup(config, error, now).catch((cause: unknown) => {
      process.stderr.write(`No event could be written: ${cause instanceof Error ? cause.message : String(cause)}\n`)
    })
    throw error
  }
}

function answer(config: Config, request: Exclude<Request, { readonly backup: unknown }>): Promise<object> {
  return 'restore' in request ? restore(config, request.restore) : checkUpgrade(config)
}
