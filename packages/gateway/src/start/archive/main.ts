// The program of `gatehouse backup`, `gatehouse restore` and `gatehouse upgrade check`: reads the request in its
// argument, and prints the outcome as JSON.
import { type Config, readConfig } from '../../process/config.ts'
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
    return { done: await answer(readConfig(process.env), request) }
  } catch (error) {
    if (error instanceof Error && (refusals.has(error.name) || 'code' in error)) return { refused: error.message }
    throw error
  }
}

function answer(config: Config, request: Request): Promise<object> {
  if ('backup' in request) return backup(config, request.backup, Date.now())
  return 'restore' in request ? restore(config, request.restore) : checkUpgrade(config)
}
