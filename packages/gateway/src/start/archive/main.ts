// The program of `gatehouse backup` and `gatehouse restore`: reads the request in its argument, and prints the outcome
// as JSON.
import { readConfig } from '../../process/config.ts'
import { type BackupOptions, backup } from './backup.ts'
import { type RestoreOptions, restore } from './restore.ts'

/** The command line has checked the options and is part of the same installation. */
type Request = { readonly backup: BackupOptions } | { readonly restore: RestoreOptions }

const refusals = new Set([
  'ArchiveRefused',
  'ConfigError',
  'DatabaseNotEmpty',
  'FileMoved',
  'MasterKeyRefused',
  'MigrationError',
  'StartRefused',
])

process.stdout.write(JSON.stringify(await outcome(JSON.parse(process.argv[2] ?? ''))))

async function outcome(request: Request) {
  try {
    const config = readConfig(process.env)
    return {
      done: await ('backup' in request ? backup(config, request.backup, Date.now()) : restore(config, request.restore)),
    }
  } catch (error) {
    if (error instanceof Error && (refusals.has(error.name) || 'code' in error)) return { refused: error.message }
    throw error
  }
}
