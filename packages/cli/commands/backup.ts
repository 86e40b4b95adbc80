// gatehouse backup and restore: the whole database, and on request files and the master key, in one archive.
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { showCount } from '../amounts.ts'
import { CliError, exitCodes } from '../failure.ts'
import { runArchive } from '../gateway-program.ts'
import type { Session, Shell } from '../shell.ts'

interface BackupOptions {
  readonly to?: string
  readonly keep?: number
  readonly include?: string[]
  readonly withKey?: boolean
  readonly passphraseFile?: string
}
interface RestoreOptions {
  readonly verify?: boolean
  readonly suspendKeys?: boolean
  readonly without?: string[]
  readonly passphraseFile?: string
}

/** Adds the commands. */
export function addBackup(program: Command, shell: Shell): void {
  const backup = program
    .command('backup')
    .description('save the database in one file, while the gateway serves')
    .option('--to <path>', 'the file, or a folder in which the file is named after the time (default: <data>/backups)')
    .option('--keep <count>', 'keep only this many backups in the folder', readCount)
    .option('--include <names>', 'folders of the data folder as well: config, files', readNames)
    .option('--with-key', 'include the master key, sealed under a passphrase')
    .option('--passphrase-file <file>', 'file whose first line is the passphrase, of at least 12 characters')
    .option('--data <folder>', 'data folder (GATEHOUSE_DATA)')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nThe settings of the gateway apply: run it with the same environment.')
  shell.action<BackupOptions>(backup, async (session, options) => {
    const made = await runArchive(session, { backup: backupRequest(session, options) })
    session.show(made, () => `${made.path}: ${showCount(Number(made.rows))} rows in ${made.tables} tables\n`)
    if (!options.withKey) session.note('The master key is not included. Without it, the backup cannot be restored.')
  })

  const restore = program
    .command('restore <file>')
    .description('restore a backup into an empty database; no gateway may be running on it')
    .option('--verify', 'read the whole backup and change nothing')
    .option('--suspend-keys', 'disable every gateway key, for keys that were revoked after the backup')
    .option('--without <slugs>', 'leave out the tables of these APIs', readNames)
    .option('--passphrase-file <file>', 'passphrase of the master key in the backup')
    .option('--data <folder>', 'data folder (GATEHOUSE_DATA)')
    .option('--json', 'print JSON')
  shell.action<RestoreOptions>(restore, async (session, options, [file = '']) => {
    const { verify, suspendKeys, without = [], passphraseFile } = options
    const request = {
      path: resolve(session.io.cwd, file),
      isVerified: verify === true,
      suspendsKeys: suspendKeys === true,
      without,
      ...(passphraseFile !== undefined && { passphraseFile: resolve(session.io.cwd, passphraseFile) }),
    }
    const done = await runArchive(session, { restore: request })
    const what = `${showCount(Number(done.rows))} rows in ${done.tables} tables, of version ${done.version}, saved at ${done.madeAt}`
    session.show(done, () => `${verify ? 'The backup is whole' : 'Restored'}: ${what}\n`)
    if (done.isKeyChecked === false) session.note('The master key was not checked: it is not set here.')
    if (suspendKeys && !verify) session.note(`${showCount(Number(done.suspended))} keys are disabled.`)
  })
}

function backupRequest({ io, target }: Session, { to, keep, include = [], withKey, passphraseFile }: BackupOptions) {
  const stray = include.find((name) => name !== 'config' && name !== 'files')
  if (stray !== undefined) throw new CliError(`--include takes config and files, not ${stray}.`, exitCodes.usage)
  if ((withKey === true) !== (passphraseFile !== undefined))
    throw new CliError('Use --with-key and --passphrase-file together.', exitCodes.usage)
  const path = resolve(io.cwd, to ?? join(target.dataDir, 'backups'))
  const isFolder =
    to === undefined ||
    keep !== undefined ||
    to.endsWith('/') ||
    statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  return {
    to: path,
    isFolder,
    include,
    ...(keep !== undefined && { keep }),
    ...(passphraseFile !== undefined && { passphraseFile: resolve(io.cwd, passphraseFile) }),
  }
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It must be a number from 1 to 9999.')
  return Number(text)
}

function readNames(text: string): string[] {
  return text.split(',').map((name) => name.trim())
}
