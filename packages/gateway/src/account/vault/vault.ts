// The vault: each account's provider keys, sealed under the account's own key, which the master key wraps. A provider
// key leaves it only as a Secret. The position of a key in a call is decided elsewhere.
import { createSecretKey, type KeyObject } from 'node:crypto'
import { fail } from '#define'
import { createVaultRepository, type ProviderKeyInfo, type Store } from '#store'
import { createListingKeys, type ListingKey } from '../../process/cache/listing-key.ts'
import { type CacheEntry, createLoadingCache } from '../../process/cache/loading-cache.ts'
import { refuseUnsafe, reveal, Secret } from '../../process/secret.ts'
import type { Invalidations } from '../invalidations/port.ts'
import { joinParts, type KeyParts } from './key-parts.ts'
import type { MasterKey } from './master-key.ts'
import { createMasterSeal } from './master-seal.ts'
import { dataKeyLabel, type Label, open, providerKeyLabel, type RandomBytes, SealError, seal } from './seal.ts'

const maxCachedKeys = 10_000
const maxKeyLength = 4096
/** The shortest key with a hint; in a shorter key, four characters would reveal too much. */
const minHintedKeyLength = 12
const hintLength = 4
const dataKeyBytes = 32
const maxAttempts = 8

interface VaultDeps {
  readonly store: Store
  readonly masterKey: MasterKey
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly randomBytes: RandomBytes
  readonly invalidations: Invalidations
}

/** Seals and opens content of one account. `name` tells records apart. */
interface Sealer {
  seal(name: Label, plain: Uint8Array): Buffer
  /** Throws SealError. */
  open(name: Label, sealed: Uint8Array): Buffer
}

export interface Vault {
  /**
   * Stores or replaces a provider key, of one text or of parts; resolves once every process has dropped the previous
   * one. Versions count up from 1. Fails with 'provider_key.refused' for a text that is empty, longer than 4096
   * characters, not well-formed Unicode, or has control characters. `hint` is shown of the key; by default the last
   * characters of a long single text.
   */
  put(accountId: string, slug: string, key: Secret | KeyParts, hint?: string): Promise<{ version: number }>
  /** Returns the stored key, synchronously if it (or its absence) is cached. Rejects with SealError. */
  open(accountId: string, slug: string): Secret | undefined | Promise<Secret | undefined>
  /** Resolves once every process has dropped the key; true if there was one. */
  remove(accountId: string, slug: string): Promise<boolean>
  /** Returns the public properties of the account's stored keys, in order of slug. */
  list(accountId: string): Promise<ProviderKeyInfo[]>
  /** Records that the provider accepted this version now; false if it is no longer the stored one. */
  markVerified(accountId: string, slug: string, version: number): Promise<boolean>
  /** Seals a secret that is kept elsewhere under the account's own key. Rejects if the account is unknown. */
  sealSecret(accountId: string, label: Label, secret: Secret): Promise<Buffer>
  /** Opens what `sealSecret` returned. Rejects with SealError. */
  openSecret(accountId: string, label: Label, sealed: Uint8Array): Promise<Secret>
  /** Returns a sealer of other content under the account's own key. Rejects if the account is unknown. */
  sealer(accountId: string): Promise<Sealer>
  /** Drops this process's cache of the key; an invalidation of kind 'vault' does so in every process. */
  forget(accountId: string, slug: string): void
}

export function createVault(deps: VaultDeps): Vault {
  const { store, clock, randomBytes, invalidations } = deps
  const rows = createVaultRepository(store.db)
  const dataKeys = createDataKeys(deps)
  const keyOf = createListingKeys(maxCachedKeys)
  const cache = createLoadingCache<Secret | undefined, ListingKey>({
    capacity: maxCachedKeys,
    clock,
    mayServe: () => invalidations.hasLease(),
    load: loadKey,
  })
  invalidations.on('vault', (target) => cache.invalidate(target))

  async function loadKey({ accountId, slug, name }: ListingKey): Promise<CacheEntry<Secret | undefined>> {
    const tags = [name, `*/${slug}`]
    const row = await rows.sealed(accountId, slug)
    if (!row) return { value: undefined, isNegative: true, tags }
    const dataKey = await dataKeys.get(accountId)
    const plain = open(dataKey, providerKeyLabel(accountId, slug, row.version), row.sealed)
    return { value: new Secret(plain.toString('utf8')), isNegative: false, tags }
  }

  async function putNext(accountId: string, slug: string, { sealedText, hint }: NewKey): Promise<number> {
    const dataKey = await dataKeys.getOrMake(accountId)
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const version = (await rows.version(accountId, slug)) + 1
      const label = providerKeyLabel(accountId, slug, version)
      const sealed = seal(dataKey, label, { plain: Buffer.from(sealedText, 'utf8'), randomBytes })
      if (await rows.put({ accountId, slug, version, sealed, hint, at: clock() })) return version
      // another process stored a version in between; this one replaces it
    }
    throw fail('thing.conflict', { reason: 'The provider key is being changed by others. Try again.' })
  }

  return {
    async put(accountId, slug, key, hint) {
      const { name } = keyOf(accountId, slug)
      const version = await putNext(accountId, slug, { ...newKeyOf(key), ...(hint !== undefined && { hint }) })
      await invalidations.publish('vault', name)
      return { version }
    },
    open(accountId, slug) {
      const key = keyOf(accountId, slug)
      return cache.get(key.name, key)
    },
    async remove(accountId, slug) {
      const { name } = keyOf(accountId, slug)
      const removed = await rows.remove(accountId, slug)
      // published even then: an earlier `remove` may have ended between deleting the row and publishing
      await invalidations.publish('vault', name)
      return removed
    },
    list: (accountId) => rows.list(accountId),
    markVerified: (accountId, slug, version) => rows.markVerified({ accountId, slug, version }, clock()),
    async sealSecret(accountId, label, secret) {
      const dataKey = await dataKeys.getOrMake(accountId)
      return seal(dataKey, label, { plain: Buffer.from(reveal(secret), 'utf8'), randomBytes })
    },
    async openSecret(accountId, label, sealed) {
      return new Secret(open(await dataKeys.get(accountId), label, sealed).toString('utf8'))
    },
    async sealer(accountId) {
      const dataKey = await dataKeys.getOrMake(accountId)
      return {
        seal: (name, plain) => seal(dataKey, ['content', accountId, ...name], { plain, randomBytes }),
        open: (name, sealed) => open(dataKey, ['content', accountId, ...name], sealed),
      }
    },
    forget: (accountId, slug) => cache.invalidate(keyOf(accountId, slug).name),
  }
}

interface DataKeys {
  /** Returns the account's data key. Rejects with SealError if the account has none or it does not open. */
  get(accountId: string): Promise<KeyObject>
  getOrMake(accountId: string): Promise<KeyObject>
}

function createDataKeys({ store, masterKey, clock, randomBytes }: VaultDeps): DataKeys {
  const rows = createVaultRepository(store.db)
  const masterSeal = createMasterSeal({ store, masterKey, randomBytes })

  async function find(accountId: string): Promise<KeyObject | undefined> {
    for (let lastVersion = 0; ; ) {
      const row = await rows.dataKey(accountId)
      if (!row) return undefined
      const { wrapped, masterVersion } = row
      try {
        const plain = await masterSeal.open(wrapped, dataKeyLabel(accountId), masterVersion)
        return createSecretKey(plain)
      } catch (error) {
        // a rotation may have rewrapped it after it was read, and dropped its master key: then it is newer now
        if (!(error instanceof SealError) || masterVersion <= lastVersion) throw error
        lastVersion = masterVersion
      }
    }
  }

  async function get(accountId: string): Promise<KeyObject> {
    const key = await find(accountId)
    if (!key) throw new SealError(dataKeyLabel(accountId))
    return key
  }

  return {
    get,
    async getOrMake(accountId) {
      const existing = await find(accountId)
      if (existing) return existing
      await masterSeal.add(randomBytes(dataKeyBytes), dataKeyLabel(accountId), (db, wrapped, masterVersion) =>
        createVaultRepository(db).insertDataKey({ accountId, wrapped, masterVersion, createdAt: clock() }),
      )
      // not the bytes generated above: another process may have been first, and then its key is the account's
      return get(accountId)
    },
  }
}

interface NewKey {
  readonly sealedText: string
  readonly hint: string
}

function newKeyOf(key: Secret | KeyParts): NewKey {
  if (key instanceof Secret) {
    const text = reveal(key)
    checkProviderKey(text)
    return { sealedText: text, hint: hintOf(text) }
  }
  for (const text of key.values()) checkProviderKey(text)
  return { sealedText: reveal(joinParts(key)), hint: '' }
}

function checkProviderKey(providerKey: string): void {
  // UTF-8 would replace a lone surrogate, so a different key would be stored
  if (providerKey.length === 0 || providerKey.length > maxKeyLength || !providerKey.isWellFormed())
    throw fail('provider_key.refused', {})
  try {
    refuseUnsafe(providerKey)
  } catch {
    throw fail('provider_key.refused', {})
  }
}

/** Returns the last characters of a text, none of a short one. */
export function hintOf(providerKey: string): string {
  const characters = [...providerKey]
  return characters.length >= minHintedKeyLength ? characters.slice(-hintLength).join('') : ''
}
