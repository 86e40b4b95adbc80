// The master key, from its source (a file, the environment, or a command that prints it), and its current version.
// Sealing is in master-seal.ts, rotation in rotate.ts.
import { createSecretKey, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { createVaultRepository, type Store } from '#store'
import { runKeyCommand } from './key-command.ts'
import { createKeyFile, readKeyFile, writeKeyFile } from './key-file.ts'
import { type Keyring, MasterKeyRefused, masterKeyBytes, readKeyring } from './keyring.ts'
import type { RandomBytes } from './seal.ts'

export interface MasterKey {
  /** Returns the keys as this process last read them. */
  keyring(): Keyring
  /** Returns the key of a version; an unknown version is first looked up at the source. */
  find(version: number): Promise<KeyObject | undefined>
  /**
   * Returns the keyring for sealing new records. A file is read again, because another process may have rotated the
   * key.
   */
  latest(): Promise<Keyring>
  /** Reads the source again. The environment does not change while a process runs. */
  refresh(): Promise<Keyring>
  /** Replaces the keyring at its source; undefined if only the operator can. Only under withMasterLock. */
  readonly write?: (keyring: Keyring) => Promise<void>
}

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

export interface MasterKeyDeps {
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

/** Generates a new master key. */
export function newMasterKey(randomBytes: RandomBytes): KeyObject {
  return createSecretKey(randomBytes(masterKeyBytes))
}

/** Creates a master key over its source: `read` returns the keyring, `write` replaces it. */
export async function createMasterKey(
  read: () => Promise<Keyring>,
  write?: (keyring: Keyring) => Promise<void>,
): Promise<MasterKey> {
  let known = await read()
  let lookup: Promise<Keyring> | undefined
  const refresh = async () => {
    known = await read()
    return known
  }
  return {
    keyring: () => known,
    find: async (version) => {
      const key = known.keys.get(version)
      if (key) return key
      // one look-up at a time: a command must not be started once per waiting call
      lookup ??= refresh().finally(() => {
        lookup = undefined
      })
      return (await lookup).keys.get(version)
    },
    // a command can take seconds, and only the operator changes its keys, so it is not run for each record
    latest: () => (write ? refresh() : Promise.resolve(known)),
    refresh,
    ...(write && {
      write: async (keyring: Keyring) => {
        await write(keyring)
        known = keyring
      },
    }),
  }
}
