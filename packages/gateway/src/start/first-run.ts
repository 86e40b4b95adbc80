// Creates a demo account in an empty data folder, with a gateway key, a market key and placeholder provider keys, so
// that a first call works. Never runs in production mode, and never twice.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Api } from '#define'
import type { Store } from '#store'
import { createAccountsRepository } from '#store'
import { newId, type RandomBytes } from '../account/keys/base62.ts'
import { makeKey } from '../account/keys/key-format.ts'
import type { Keys } from '../account/keys/keys.ts'
import type { Vault } from '../account/vault/vault.ts'
import { placeholderFor } from '../call/placeholder-key.ts'
import { reveal, Secret } from '../process/secret.ts'
import { StartRefused } from '../process/start-refused.ts'

/** Contents of `first-run.json`, mode 0600. The CLI and scripts rely on these names. */
export interface FirstRun {
  readonly gatewayKey: string
  readonly marketKey: string
  readonly adminKey: string
  readonly baseUrl: string
  readonly marketUrl: string
}
interface FirstRunDeps {
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

/** The plan of the demo account; exists from the first start. */
const freePlan = { id: 'free', perMinute: 600, perDay: 50_000 } as const

/** Creates the free plan if it does not exist. */
export async function ensureFreePlan(store: Store, clock: () => number): Promise<void> {
  const accounts = createAccountsRepository(store.db)
  if (!(await accounts.getPlan(freePlan.id))) await accounts.upsertPlan({ ...freePlan, createdAt: clock() })
}

/** Creates the demo account when there is no account yet; returns the keys to print, or undefined. */
export async function firstRun(deps: FirstRunDeps): Promise<FirstRun | undefined> {
  const accounts = createAccountsRepository(deps.store.db)
  if ((await accounts.list({ limit: 1 })).length > 0) return undefined
  const accountId = newId('acc', deps.randomBytes)
  await accounts.create({
    id: accountId,
    name: 'Demo',
    planId: freePlan.id,
    isDemo: true,
    enabled: true,
    provider: 'embedded',
    createdAt: deps.clock(),
  })
  await storePlaceholders(deps, accountId)
  const gateway = await deps.keys.create({ accountId, surface: 'hosted', name: 'Demo gateway key' })
  const market = await deps.keys.create({ accountId, surface: 'market', name: 'Demo market key' })
  const run: FirstRun = {
    gatewayKey: reveal(gateway.key),
    marketKey: reveal(market.key),
    adminKey: reveal(deps.adminKey),
    baseUrl: deps.baseUrl,
    marketUrl: deps.marketUrl,
  }
  writePrivately(join(deps.dataDir, 'first-run.json'), `${JSON.stringify(run, null, 2)}\n`)
  return run
}

async function storePlaceholders(deps: FirstRunDeps, accountId: string): Promise<void> {
  for (const api of deps.apis) {
    if (api.surface.name !== 'hosted' || api.auth.kind !== 'own' || api.auth.optional) continue
    await deps.vault.put(accountId, api.slug, placeholderFor(api.slug))
  }
}

/**
 * Returns the operator key: the configured one, or else the one in `admin.key` in the data folder, created on first
 * use. Throws StartRefused for a weak key.
 */
export function openAdminKey(deps: {
  configured: Secret | undefined
  dataDir: string
  randomBytes: RandomBytes
}): Secret {
  if (deps.configured) return refuseWeak(deps.configured)
  const path = join(deps.dataDir, 'admin.key')
  if (existsSync(path)) return refuseWeak(new Secret(readFileSync(path, 'utf8').trim()))
  const created = makeKey('gh_admin', deps.randomBytes)
  writePrivately(path, `${created}\n`)
  return new Secret(created)
}

const minLength = 32
const minDistinctCharacters = 12

function refuseWeak(key: Secret): Secret {
  const value = reveal(key)
  if (value.length < minLength || new Set(value).size < minDistinctCharacters)
    throw new StartRefused(
      `The operator key is weak. GATEHOUSE_ADMIN_KEY needs at least ${minLength} characters of which ${minDistinctCharacters} differ.`,
    )
  return key
}

function writePrivately(path: string, content: string): void {
  writeFileSync(path, content, { mode: 0o600 })
  chmodSync(path, 0o600) // the mode above applies only to a new file
}
