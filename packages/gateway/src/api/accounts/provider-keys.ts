// The provider keys of an account: stored, shown, verified, removed. The effects of a stored key on its API's listings
// are decided here; the vault seals it. The key itself never leaves this file.
import { fail } from '#define'
import type { ProviderKeyInfo } from '#store'
import { partsOf } from '../../account/vault/key-parts.ts'
import type { Vault } from '../../account/vault/vault.ts'
import { isPlaceholder, placeholderFor } from '../../call/placeholder-key.ts'
import { reveal, Secret } from '../../process/secret.ts'
import type { Accounts } from './accounts.ts'
import type { Audit } from './audit.ts'
import type { Catalog, CatalogApi, OwnKeyApi } from './catalog.ts'
import type { ListingSettings } from './listing-settings.ts'
import { hintAt, readSentKey, type SentKey } from './sent-key.ts'
import type { Verify } from './verify.ts'

interface ProviderKeysDeps {
  readonly vault: Vault
  readonly catalog: Catalog
  readonly accounts: Accounts
  readonly listingSettings: ListingSettings
  readonly audit: Audit
  readonly verify: Verify
}
/** The key's account and API, and the actor. `slug` is that of the API or of one of its listings. */
export interface KeyTarget {
  readonly actor: string
  readonly accountId: string
  readonly slug: string
}
/** See the shape of the same name in shapes.ts. */
interface ProviderKey {
  slug: string
  title: string
  hint: string
  parts?: { name: string; hint: string }[]
  version: number
  placeholder: boolean
  createdAt: number
  updatedAt: number
  verifiedAt: number | null
}
interface Verification {
  slug: string
  ok: boolean
  status: number
  verdict: 'accepted' | 'refused' | 'unclear'
  verifiedAt: number | null
}
/**
 * Rules of provider keys. Each fails with 'thing.unknown' for an unknown slug and 'thing.conflict' for an API that uses
 * no provider key.
 */
export interface ProviderKeys {
  list(accountId: string): Promise<ProviderKey[]>
  /** Returns the stored key's properties. Fails with 'thing.unknown' also if no key is stored. */
  get(target: KeyTarget): Promise<ProviderKey>
  /**
   * Replaces the stored key and switches the listings of its API to the live provider, if there is one; a placeholder
   * switches them to the embedded one. Resolves when this holds in every process. Fails with 'input.invalid' for a key
   * of another form than its API declares, 'provider_key.refused' or 'provider_key.implausible'.
   */
  set(target: KeyTarget, sent: SentKey): Promise<ProviderKey>
  /**
   * Removes the key and the choice of provider. A real key of the demo account is replaced by the placeholder of the
   * first start, so that the embedded provider answers again. Fails with 'thing.unknown' also if no key is stored.
   */
  remove(target: KeyTarget): Promise<void>
  /**
   * Verifies the key with the provider. Fails also with 'thing.conflict' if that is not possible, and with
   * 'upstream.…'.
   */
  verify(target: KeyTarget): Promise<Verification>
}

/** Creates the rules of provider keys. */
export function createProviderKeys(deps: ProviderKeysDeps): ProviderKeys {
  const { vault, catalog, accounts, listingSettings, audit } = deps

  async function find({ accountId }: KeyTarget, entry: OwnKeyApi): Promise<ProviderKey> {
    const { api } = entry
    const stored = (await vault.list(accountId)).find((one) => one.slug === api.slug)
    if (!stored) throw fail('thing.unknown', { thing: 'provider key for', id: api.slug })
    return describe(accountId, stored, entry)
  }
  async function describe(accountId: string, stored: ProviderKeyInfo, known: CatalogApi | undefined) {
    const key = await vault.open(accountId, stored.slug)
    const { slug, hint, version, createdAt, updatedAt, verifiedAt } = stored
    const placeholder = key !== undefined && isPlaceholder(key)
    const parts = key && partsOf(key)
    const hints = parts && {
      parts: [...parts].map(([name, text]) => ({ name, hint: hintAt(text, known?.api.auth, name) })),
    }
    const title = known?.api.title ?? slug
    return { slug, title, hint, ...hints, version, placeholder, createdAt, updatedAt, verifiedAt }
  }

  return {
    async list(accountId) {
      // a key can outlive its API: removing an API folder leaves its keys behind
      const apis = new Map(catalog.apis.map((entry) => [entry.api.slug, entry]))
      const keys = await vault.list(accountId)
      return Promise.all(keys.map((stored) => describe(accountId, stored, apis.get(stored.slug))))
    },
    async get(target) {
      return find(target, catalog.ownKeyApi(target.slug))
    },
    async set(target, sent) {
      const entry = catalog.ownKeyApi(target.slug)
      const { actor, accountId } = target
      const key = readSentKey(sent, entry)
      const hint = key instanceof Secret ? hintAt(reveal(key), entry.auth) : ''
      const { version } = await vault.put(accountId, entry.api.slug, key, hint)
      const isReal = !(key instanceof Secret && isPlaceholder(key))
      await listingSettings.setAll(accountId, entry.listings, isReal ? 'live' : 'embedded')
      await audit.write({
        actor,
        action: 'provider_key.set',
        target: auditTargetOf(target, entry),
        detail: { version },
      })
      return find(target, entry)
    },
    async remove(target) {
      const entry = catalog.ownKeyApi(target.slug)
      const { actor, accountId } = target
      const { api, auth, listings } = entry
      const key = await vault.open(accountId, api.slug)
      const removed = await vault.remove(accountId, api.slug)
      if (!removed) throw fail('thing.unknown', { thing: 'provider key for', id: api.slug })
      const wasReal = key !== undefined && !isPlaceholder(key)
      const hasPlaceholder = wasReal && !auth.optional && (await accounts.get(accountId)).isDemo
      if (hasPlaceholder) await vault.put(accountId, api.slug, placeholderFor(api.slug))
      await listingSettings.setAll(accountId, listings, hasPlaceholder ? 'embedded' : undefined)
      await audit.write({ actor, action: 'provider_key.remove', target: auditTargetOf(target, entry) })
    },
    verify: (target) => verify(deps, target, find),
  }
}

async function verify(
  { vault, catalog, audit, verify: askProvider }: ProviderKeysDeps,
  target: KeyTarget,
  find: (target: KeyTarget, entry: OwnKeyApi) => Promise<ProviderKey>,
): Promise<Verification> {
  const entry = catalog.ownKeyApi(target.slug)
  const { slug } = entry.api
  // read before the provider is asked: a key stored in the meantime must not count as verified
  const { version, placeholder } = await find(target, entry)
  if (placeholder)
    throw fail('thing.conflict', {
      reason: `The stored key of ${entry.api.title} is a placeholder. Store the one the provider gave you.`,
    })
  const { ok, status } = await askProvider(target.accountId, slug)
  if (ok) {
    await vault.markVerified(target.accountId, slug, version)
    await audit.write({
      actor: target.actor,
      action: 'provider_key.verify',
      target: auditTargetOf(target, entry),
      detail: { version },
    })
  }
  const { verifiedAt } = await find(target, entry)
  const isRefused = status === 401 || status === 403
  return { slug, ok, status, verdict: ok ? 'accepted' : isRefused ? 'refused' : 'unclear', verifiedAt }
}

function auditTargetOf({ accountId }: KeyTarget, { api }: OwnKeyApi): string {
  return `${accountId}/${api.slug}`
}
