// Provider keys of an account: stored, told of, verified, forgotten. What storing one means for the listings of its API is
// decided here; how it is sealed is the vault's part. No text of a key comes out of this file.
import { fail } from '#define'
import type { ProviderKeyFacts } from '#store'
import { placeholderPrefix } from '../call/select-provider.ts'
import { reveal, Secret } from '../secret.ts'
import type { Vault } from '../vault/vault.ts'
import type { Audit } from './audit.ts'
import type { Catalog, OwnKeyApi } from './catalog.ts'
import type { ListingChoices } from './listing-settings.ts'
import type { Verify } from './verify.ts'

export interface ProviderKeysParts {
  readonly vault: Vault
  readonly catalog: Catalog
  readonly choices: ListingChoices
  readonly audit: Audit
  readonly verify: Verify
}
/** Whose key of which API, and who acts. `slug` is that of the API or of one of its listings. */
export interface KeyPlace {
  readonly actor: string
  readonly accountId: string
  readonly slug: string
}
/** See the shape of the same name in shapes.ts. */
export interface ProviderKey {
  slug: string
  title: string
  hint: string
  version: number
  placeholder: boolean
  createdAt: number
  updatedAt: number
  verifiedAt: number | null
}
export interface Verification {
  slug: string
  ok: boolean
  status: number
  verdict: 'accepted' | 'refused' | 'unclear'
  verifiedAt: number | null
}
/** Each fails with 'thing.unknown' for an unknown slug and 'thing.conflict' for an API that uses no provider key. */
export interface ProviderKeys {
  list(accountId: string): Promise<ProviderKey[]>
  /** Fails with 'thing.unknown' also when none is stored. */
  get(place: KeyPlace): Promise<ProviderKey>
  /**
   * Stores the key in place of the one before and has the listings of its API answered live, where they have a live
   * provider; a placeholder has them answered by the embedded one. Resolves when this holds in every process. Fails with 'provider_key.refused'.
   */
  set(place: KeyPlace, text: string): Promise<ProviderKey>
  /** Forgets the key and the choice of provider. Fails with 'thing.unknown' also when none is stored. */
  remove(place: KeyPlace): Promise<void>
  /** Asks the provider. Fails also with 'thing.conflict' where that cannot be asked, and with 'upstream.…'. */
  verify(place: KeyPlace): Promise<Verification>
}

/** Makes the rules of provider keys. */
export function createProviderKeys(parts: ProviderKeysParts): ProviderKeys {
  const { vault, catalog, choices, audit } = parts

  async function find({ accountId }: KeyPlace, { api }: OwnKeyApi): Promise<ProviderKey> {
    const facts = (await vault.list(accountId)).find((one) => one.slug === api.slug)
    if (!facts) throw fail('thing.unknown', { thing: 'provider key for', id: api.slug })
    return tell(accountId, facts, api.title)
  }
  async function tell(accountId: string, facts: ProviderKeyFacts, title: string): Promise<ProviderKey> {
    const key = await vault.open(accountId, facts.slug)
    const { slug, hint, version, createdAt, updatedAt, verifiedAt } = facts
    return { slug, title, hint, version, placeholder: isPlaceholder(key), createdAt, updatedAt, verifiedAt }
  }

  return {
    async list(accountId) {
      const stored = await vault.list(accountId)
      // a key may outlive its API: a folder that is gone leaves its keys behind
      const known = new Map(catalog.apis.map(({ api }) => [api.slug, api.title]))
      return Promise.all(stored.map((facts) => tell(accountId, facts, known.get(facts.slug) ?? facts.slug)))
    },
    async get(place) {
      return find(place, catalog.ownKeyApi(place.slug))
    },
    async set(place, text) {
      const entry = catalog.ownKeyApi(place.slug)
      const { actor, accountId } = place
      const key = new Secret(text)
      const { version } = await vault.put(accountId, entry.api.slug, key)
      await choices.setAll(accountId, entry.listings, isPlaceholder(key) ? 'embedded' : 'live')
      await audit.write({ actor, action: 'provider_key.set', target: targetOf(place, entry), detail: { version } })
      return find(place, entry)
    },
    async remove(place) {
      const entry = catalog.ownKeyApi(place.slug)
      const { actor, accountId } = place
      const removed = await vault.remove(accountId, entry.api.slug)
      if (!removed) throw fail('thing.unknown', { thing: 'provider key for', id: entry.api.slug })
      await choices.setAll(accountId, entry.listings, undefined)
      await audit.write({ actor, action: 'provider_key.remove', target: targetOf(place, entry) })
    },
    verify: (place) => verify(parts, place, find),
  }
}

async function verify(
  { vault, catalog, audit, verify: ask }: ProviderKeysParts,
  place: KeyPlace,
  find: (place: KeyPlace, entry: OwnKeyApi) => Promise<ProviderKey>,
): Promise<Verification> {
  const entry = catalog.ownKeyApi(place.slug)
  const { slug } = entry.api
  // The version is read before the provider is asked: a key stored meanwhile must not count as verified.
  const { version, placeholder } = await find(place, entry)
  if (placeholder)
    throw fail('thing.conflict', {
      reason: `The stored key of ${entry.api.title} is a placeholder. Store the one the provider gave you.`,
    })
  const { ok, status } = await ask(place.accountId, slug)
  if (ok) {
    await vault.markVerified(place.accountId, slug, version)
    await audit.write({
      actor: place.actor,
      action: 'provider_key.verify',
      target: targetOf(place, entry),
      detail: { version },
    })
  }
  const { verifiedAt } = await find(place, entry)
  const refused = status === 401 || status === 403
  return { slug, ok, status, verdict: ok ? 'accepted' : refused ? 'refused' : 'unclear', verifiedAt }
}

function isPlaceholder(key: Secret | undefined): boolean {
  return key !== undefined && reveal(key).startsWith(placeholderPrefix)
}

function targetOf({ accountId }: KeyPlace, { api }: OwnKeyApi): string {
  return `${accountId}/${api.slug}`
}
