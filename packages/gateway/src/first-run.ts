// The first start in an empty data folder: a demo account with a gateway key, a market key and placeholder provider keys, so that
// the first call works. Never in production mode, and never twice.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Api } from '#define'
import type { Store } from '#store'
import { createAccountsRepository, createListingSettingsRepository } from '#store'
import { placeholderPrefix } from './call/placeholder-key.ts'
import { newId, type RandomBytes } from './keys/base62.ts'
import { makeKey } from './keys/key-format.ts'
import type { Keys } from './keys/keys.ts'
import { reveal, Secret } from './secret.ts'
import { StartRefused } from './start-refused.ts'
import type { Vault } from './vault/vault.ts'

/** Written to `first-run.json`, mode 0600; the names are relied on by others (DESIGN 3.9). */
export interface FirstRun {
  readonly gatewayKey: string
  readonly marketKey: string
  readonly adminKey: string
  readonly baseUrl: string
  readonly marketUrl: string
}
export interface FirstRunParts {
  readonly store: Store
  readonly keys: Keys
  readonly vault: Vault
  readonly apis: readonly Api[]
  readonly clock: () => number
  readonly randomBytes: RandomBytes
  readonly dataDir: string
  readonly adminKey: Secret
  readonly baseUrl: string
  readonly marketUrl: string
}

/** The plan of the demo account, and what `plans` starts with. */
export const freePlan = { id: 'free', perMinute: 600, perDay: 50_000 } as const

/** Makes sure that the free plan exists. */
export async function ensureFreePlan(store: Store, clock: () => number): Promise<void> {
  const accounts = createAccountsRepository(store.db)
  if (!(await accounts.getPlan(freePlan.id))) await accounts.upsertPlan({ ...freePlan, createdAt: clock() })
}

/** Makes the demo account when there is no account at all; returns what to print, or undefined. */
export async function firstRun(parts: FirstRunParts): Promise<FirstRun | undefined> {
  const accounts = createAccountsRepository(parts.store.db)
  if ((await accounts.list({ limit: 1 })).length > 0) return undefined
  const accountId = newId('acc', parts.randomBytes)
  await accounts.create({
    id: accountId,
    name: 'Demo',
    planId: freePlan.id,
    isDemo: true,
    enabled: true,
    createdAt: parts.clock(),
  })
  await storePlaceholders(parts, accountId)
  const gateway = await parts.keys.create({ accountId, surface: 'hosted', name: 'Demo gateway key' })
  const market = await parts.keys.create({ accountId, surface: 'market', name: 'Demo market key' })
  const run: FirstRun = {
    gatewayKey: reveal(gateway.key),
    marketKey: reveal(market.key),
    adminKey: reveal(parts.adminKey),
    baseUrl: parts.baseUrl,
    marketUrl: parts.marketUrl,
  }
  writePrivately(join(parts.dataDir, 'first-run.json'), `${JSON.stringify(run, null, 2)}\n`)
  return run
}

/** Own-key APIs answer from their embedded providers until a real key is stored. */
async function storePlaceholders(parts: FirstRunParts, accountId: string): Promise<void> {
  const settings = createListingSettingsRepository(parts.store.db)
  for (const api of parts.apis) {
    if (api.surface.name !== 'hosted' || api.auth.kind !== 'own' || api.auth.optional) continue
    await parts.vault.put(accountId, api.slug, new Secret(`${placeholderPrefix}${api.slug}`))
    for (const { slug } of api.listings)
      await settings.set(accountId, { listing: slug, provider: 'embedded', updatedAt: parts.clock() })
  }
}

/** The operator key: as set, else from `admin.key` in the data folder, made on first use. Throws a sentence for a weak one. */
export function openAdminKey(parts: { given: Secret | undefined; dataDir: string; randomBytes: RandomBytes }): Secret {
  if (parts.given) return refuseWeak(parts.given)
  const path = join(parts.dataDir, 'admin.key')
  if (existsSync(path)) return refuseWeak(new Secret(readFileSync(path, 'utf8').trim()))
  const made = makeKey('gh_admin', parts.randomBytes)
  writePrivately(path, `${made}\n`)
  return new Secret(made)
}

const shortest = 32
const fewestCharacters = 12

function refuseWeak(key: Secret): Secret {
  const text = reveal(key)
  if (text.length < shortest || new Set(text).size < fewestCharacters)
    throw new StartRefused(
      `The operator key is weak. GATEHOUSE_ADMIN_KEY needs at least ${shortest} characters of which ${fewestCharacters} differ.`,
    )
  return key
}

function writePrivately(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 })
  chmodSync(path, 0o600) // the mode above counts only for a new file
}
