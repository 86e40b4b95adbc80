// The current master key: what this process last read from its source, and how to read it again. open-master-key.ts
// knows the sources, master-seal.ts seals, rotate.ts rotates.
import { createSecretKey, type KeyObject } from 'node:crypto'
import { type Keyring, masterKeyBytes } from './keyring.ts'
import type { RandomBytes } from './seal.ts'

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
  /** Replaces the keyring at its source; undefined if only the operator can. It must run under withMasterLock. */
  readonly write?: (keyring: Keyring) => Promise<void>
}

/** Generates a new master key. */
export function newMasterKey(randomBytes: RandomBytes): KeyObject {
  return createSecretKey(randomBytes(masterKeyBytes))
}
