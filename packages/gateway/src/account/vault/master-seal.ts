// Seals and opens the few records that are directly under the master key (data keys and peppers), so that no rotation
// of the master key can miss a record that is being added.
import type { KeyObject } from 'node:crypto'
import type { Kysely } from 'kysely'
import { createVaultRepository, type Store, type Tables } from '#store'
import type { MasterKey } from './master-key.ts'
import { type Label, open, type RandomBytes, SealError, seal } from './seal.ts'

interface MasterSeal {
  /**
   * Seals `plain` under the current master key and passes it to `insert`, in a transaction that also verifies that this
   * key is still the current one. `insert` can run more than once; only the last run counts.
   */
  add<T>(plain: Uint8Array, label: Label, insert: Insert<T>): Promise<T>
  /** Opens a record. Throws SealError, also if that version of the master key is missing. */
  open(sealed: Uint8Array, label: Label, masterVersion: number): Promise<Buffer>
  /** Seals `plain` under a given version of the master key, for records that are moved to it. */
  sealUnder(masterVersion: number, label: Label, plain: Uint8Array): Promise<Buffer>
}

type Insert<T> = (db: Kysely<Tables>, sealed: Buffer, masterVersion: number) => Promise<T>

/** Thrown when the master key of this process is older than that of others on the same database. */
export class MasterKeyBehind extends Error {
  override readonly name = 'MasterKeyBehind'
  constructor(own: number, newest: number) {
    super(
      `The master key of this process is version ${own}, but version ${newest} is in use. Give it that one and restart.`,
    )
  }
}

const maxAttempts = 5

class CurrentVersionChanged extends Error {}

export function createMasterSeal(deps: { store: Store; masterKey: MasterKey; randomBytes: RandomBytes }): MasterSeal {
  const { store, masterKey, randomBytes } = deps

  // the version is part of the label, so that a record cannot be passed off as one under another key
  const withVersion = (label: Label, masterVersion: number): Label => [...label, masterVersion]

  async function keyOf(masterVersion: number, label: Label): Promise<KeyObject> {
    const key = await masterKey.find(masterVersion)
    if (!key) throw new SealError(withVersion(label, masterVersion))
    return key
  }

  async function sealUnder(masterVersion: number, label: Label, plain: Uint8Array): Promise<Buffer> {
    return seal(await keyOf(masterVersion, label), withVersion(label, masterVersion), { plain, randomBytes })
  }

  async function addOnce<T>(plain: Uint8Array, label: Label, insert: Insert<T>): Promise<T> {
    const { current } = await masterKey.latest()
    const sealed = await sealUnder(current, label, plain)
    return store.db.transaction().execute(async (db) => {
      const result = await insert(db, sealed, current)
      // Until this transaction ends, the insert above blocks the removal of master keys (withMasterLock). So what is
      // read from here on stays true: a rotation has either begun already and is detected, or will see the new row.
      const { current: currentNow } = await masterKey.latest()
      if (currentNow !== current) throw new CurrentVersionChanged()
      const newest = await createVaultRepository(db).newestMasterVersion()
      if (newest > current) throw new MasterKeyBehind(current, newest)
      return result
    })
  }

  return {
    sealUnder,
    async add(plain, label, insert) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await addOnce(plain, label, insert)
        } catch (error) {
          if (!(error instanceof CurrentVersionChanged) || attempt === maxAttempts) throw error
        }
      }
    },
    async open(sealed, label, masterVersion) {
      return open(await keyOf(masterVersion, label), withVersion(label, masterVersion), sealed)
    },
  }
}
