// The master key: where it comes from (a file, the environment, or a command that prints it) and which version of it
// is current. It seals nothing itself, see master-seal.ts, and changes nothing by itself, see rotate.ts.
import { createSecretKey, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { createVaultRepository, type Store } from '#store'
import { runKeyCommand } from './key-command.ts'
import { createKeyFile, readKeyFile, writeKeyFile } from './key-file.ts'
import { type Keyring, MasterKeyRefused, masterKeyBytes, readKeyring } from './keyring.ts'
import type { RandomBytes } from './seal.ts'

export interface MasterKey {
  /** The keys as this process last read them. */
  keyring(): Keyring
  /** The key of a version; a version not known yet is looked for at the source first. */
  find(version: number): Promise<KeyObject | undefined>
  /** The keyring to seal new records with: read anew from a file, which another process may have rotated. */
  latest(): Promise<Keyring>
  /** Reads the source anew, whatever it is. The environment does not change while a process runs. */
  refresh(): Promise<Keyring>
  /** Replaces the keyring at its source; absent where only the operator can. Only under withMasterLock. */
  readonly write?: (keyring: Keyring) => Promise<void>
}

/** Set neither text nor command for the file `<dataDir>/master.key`, which is made at the first start. */
export interface MasterKeySource {
  readonly dataDir: string
  /** GATEHOUSE_MASTER_KEY: "current[,previous]", each part base64 of 32 bytes or `version:base64`. */
  readonly environment?: string | undefined
  /** GATEHOUSE_MASTER_KEY_COMMAND: prints the same to its standard output. */
  readonly command?: string | undefined
}

export interface MasterKeyParts {
  readonly source: MasterKeySource
  readonly store: Store
  readonly randomBytes: RandomBytes
}

/**
 * Opens the master key. Throws MasterKeyRefused, with a message that says what to do, when the key is weak or
 * malformed, its file readable by others, or when the database holds records sealed under a version that it lacks;
 * a new key is only ever made for a database without sealed records.
 */
export async function openMasterKey({ source, store, randomBytes }: MasterKeyParts): Promise<MasterKey> {
  const { environment, command, dataDir } = source
  if (environment && command)
    throw new MasterKeyRefused('Set GATEHOUSE_MASTER_KEY or GATEHOUSE_MASTER_KEY_COMMAND, not both.')
  const inUse = await createVaultRepository(store.db).masterVersionsInUse()
  const masterKey = environment
    ? await fromEnvironment(environment)
    : command
      ? await fromCommand(command)
      : await fromFile(join(dataDir, 'master.key'), { mayCreate: inUse.length === 0, randomBytes })
  const lacking = inUse.filter((version) => !masterKey.keyring().keys.has(version))
  if (lacking.length > 0)
    throw new MasterKeyRefused(
      `The database is sealed under version ${lacking.join(', ')} of the master key, which is not at hand. Restore that key.`,
    )
  return masterKey
}

function fromEnvironment(text: string): Promise<MasterKey> {
  const keyring = readKeyring(text, 'GATEHOUSE_MASTER_KEY')
  return follow(async () => keyring)
}

async function fromCommand(command: string): Promise<MasterKey> {
  return follow(async () => readKeyring(await runKeyCommand(command), 'the output of GATEHOUSE_MASTER_KEY_COMMAND'))
}

async function fromFile(path: string, { mayCreate, randomBytes }: FileRules): Promise<MasterKey> {
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
  return follow(read, (keyring) => writeKeyFile(path, keyring, randomBytes))
}

interface FileRules {
  readonly mayCreate: boolean
  readonly randomBytes: RandomBytes
}

/** Draws a new master key. */
export function newMasterKey(randomBytes: RandomBytes): KeyObject {
  return createSecretKey(randomBytes(masterKeyBytes))
}

async function follow(read: () => Promise<Keyring>, write?: (keyring: Keyring) => Promise<void>): Promise<MasterKey> {
  let known = await read()
  let searching: Promise<Keyring> | undefined
  const refresh = async () => {
    known = await read()
    return known
  }
  return {
    keyring: () => known,
    find: async (version) => {
      const key = known.keys.get(version)
      if (key) return key
      // One search at a time: a command must not be started once per waiting call.
      searching ??= refresh().finally(() => {
        searching = undefined
      })
      return (await searching).keys.get(version)
    },
    // A command may take seconds and its keys change only by the operator's hand, so it is not run for each record.
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
