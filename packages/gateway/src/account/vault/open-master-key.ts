// Opens the master key at its source: a file, the environment, or a command that prints it.
import { join } from 'node:path'
import { createVaultRepository, type Store } from '#store'
import { runKeyCommand } from './key-command.ts'
import { createKeyFile, readKeyFile, writeKeyFile } from './key-file.ts'
import { type Keyring, MasterKeyRefused, readKeyring } from './keyring.ts'
import { createMasterKey, type MasterKey, newMasterKey } from './master-key.ts'
import type { RandomBytes } from './seal.ts'

/**
 * The source of the master key. Without `environment` and `command` it is the file `<dataDir>/master.key`, created at
 * the first start.
 */
export interface MasterKeySource {
  readonly dataDir: string
  /** GATEHOUSE_MASTER_KEY: "current[,previous]", each part base64 of 32 bytes or `version:base64`. */
  readonly environment?: string | undefined
  /** GATEHOUSE_MASTER_KEY_COMMAND: prints the same value to its standard output. */
  readonly command?: string | undefined
}

interface MasterKeyDeps {
  readonly source: MasterKeySource
  readonly store: Store
  readonly randomBytes: RandomBytes
}

/**
 * Opens the master key. Throws MasterKeyRefused, with advice in its message, if the key is weak or malformed, if others
 * can read its file, or if the database contains records sealed under a version that it lacks. A new key is generated
 * only for a database without sealed records.
 */
export async function openMasterKey({ source, store, randomBytes }: MasterKeyDeps): Promise<MasterKey> {
  const { environment, command, dataDir } = source
  if (environment && command)
    throw new MasterKeyRefused('Set GATEHOUSE_MASTER_KEY or GATEHOUSE_MASTER_KEY_COMMAND, not both.')
  const inUse = await createVaultRepository(store.db).masterVersionsInUse()
  const masterKey = environment
    ? await fromEnvironment(environment)
    : command
      ? await fromCommand(command)
      : await fromFile(join(dataDir, 'master.key'), { mayCreate: inUse.length === 0, randomBytes })
  const missing = inUse.filter((version) => !masterKey.keyring().keys.has(version))
  if (missing.length > 0)
    throw new MasterKeyRefused(
      `The database is sealed under version ${missing.join(', ')} of the master key, which is missing. Restore that key.`,
    )
  return masterKey
}

function fromEnvironment(encoded: string): Promise<MasterKey> {
  const keyring = readKeyring(encoded, 'GATEHOUSE_MASTER_KEY')
  return createMasterKey(async () => keyring)
}

async function fromCommand(command: string): Promise<MasterKey> {
  return createMasterKey(async () =>
    readKeyring(await runKeyCommand(command), 'the output of GATEHOUSE_MASTER_KEY_COMMAND'),
  )
}

async function fromFile(path: string, { mayCreate, randomBytes }: KeyFileOptions): Promise<MasterKey> {
  const read = async () => {
    const keyring = await readKeyFile(path)
    if (keyring) return keyring
    throw new MasterKeyRefused(
      `There is no ${path}, but the database holds sealed records. Restore the file from a backup.`,
    )
  }
  if (mayCreate && !(await readKeyFile(path))) {
    const first: Keyring = { current: 1, keys: new Map([[1, newMasterKey(randomBytes)]]) }
    await createKeyFile(path, first, randomBytes)
  }
  return createMasterKey(read, (keyring) => writeKeyFile(path, keyring, randomBytes))
}

interface KeyFileOptions {
  readonly mayCreate: boolean
  readonly randomBytes: RandomBytes
}
