// Peppers: the secrets under which keys are hashed (HMAC-SHA-256). They are sealed under the master key, so that a copy
// of the database is not enough to test guesses or to plant a key.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { Kysely } from 'kysely'
import { createPeppersRepository, type KeyHash, type Store, type Tables } from '#store'

const pepperBytes = 32

/** The vault's part that peppers need: records sealed directly under the master key. */
interface PepperSeal {
  add<T>(
    plain: Uint8Array,
    label: readonly (string | number)[],
    insert: (db: Kysely<Tables>, sealed: Uint8Array, masterVersion: number) => Promise<T>,
  ): Promise<T>
  open(sealed: Uint8Array, label: readonly (string | number)[], masterVersion: number): Promise<Uint8Array>
}

interface PeppersDeps {
  readonly store: Store
  readonly masterSeal: PepperSeal
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly randomBytes: (count: number) => Uint8Array
}

export interface Peppers {
  /** Returns the hash to store for a new key, under the newest pepper. */
  hash(key: string): KeyHash
  /** Returns the hashes that a stored key can have: one per pepper, newest first. */
  hashes(key: string): string[]
  /** Reads peppers that other processes have added; returns true if there were any. */
  refresh(): Promise<boolean>
  /** Adds a pepper for keys created or rotated from now on, and returns its version. Older keys keep theirs. */
  renew(): Promise<number>
}

/** Thrown when the peppers cannot be opened. The message tells the operator what to do. */
export class WrongMasterKey extends Error {
  override readonly name = 'WrongMasterKey'
  constructor(cause: unknown) {
    super('The master key is not the one this database was sealed with. Start with that one.', { cause })
  }
}

/**
 * Opens the peppers of the store and creates the first one if there is none. Rejects with WrongMasterKey if a pepper
 * cannot be opened, so that a start with the wrong master key fails here and not at the first call.
 */
export async function createPeppers(deps: PeppersDeps): Promise<Peppers> {
  const { store, masterSeal, clock, randomBytes } = deps
  const rows = createPeppersRepository(store.db)
  // the vault's rotation reseals peppers under the same label
  const labelOf = (version: number) => ['pepper', version]
  const known = new Map<number, KeyObject>()
  let newestFirst: (readonly [number, KeyObject])[] = []

  async function refresh(): Promise<boolean> {
    const sizeBefore = known.size
    for (const row of await rows.list()) {
      if (known.has(row.version)) continue
      known.set(row.version, createSecretKey(await open(row.version)))
    }
    newestFirst = [...known].sort(([a], [b]) => b - a)
    return known.size > sizeBefore
  }

  async function open(version: number): Promise<Uint8Array> {
    for (let lastMasterVersion = 0; ; ) {
      const row = (await rows.list()).find((candidate) => candidate.version === version)
      if (!row) throw new Error(`pepper ${version} is gone`)
      try {
        return await masterSeal.open(row.sealed, labelOf(version), row.masterVersion)
      } catch (error) {
        // a rotation may have resealed it after it was read: then it is under a newer master key now
        if (row.masterVersion <= lastMasterVersion) throw error
        lastMasterVersion = row.masterVersion
      }
    }
  }

  async function add(version: number): Promise<void> {
    await masterSeal.add(randomBytes(pepperBytes), labelOf(version), (db, sealed, masterVersion) =>
      createPeppersRepository(db).insert({ version, sealed, masterVersion, createdAt: clock() }),
    )
    // another process may have added this version first: then that process's pepper is in use
    await refresh()
  }

  try {
    await refresh()
  } catch (error) {
    if (store.dialect.isUnavailable(error)) throw error
    throw new WrongMasterKey(error)
  }
  if (known.size === 0) await add(1)

  return {
    hash(key) {
      const [newest] = newestFirst
      if (!newest) throw new Error('there is no pepper')
      return { hash: hashUnder(newest[1], key), pepperVersion: newest[0] }
    },
    hashes: (key) => newestFirst.map(([, pepper]) => hashUnder(pepper, key)),
    refresh,
    async renew() {
      await refresh()
      const [newest] = newestFirst
      const version = newest === undefined ? 1 : newest[0] + 1
      await add(version)
      return version
    },
  }
}

function hashUnder(pepper: KeyObject, key: string): string {
  return createHmac('sha256', pepper).update(key).digest('hex')
}
