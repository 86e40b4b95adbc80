// Writes what only this process sees: circuits that open and close, provider keys that are refused, and calls to
// endpoints that are deprecated.
import type { Timers } from '#provider'
import { beginOutage, claimsBeginning, endOutage, type Store, takeClaim, takenClaims } from '#store'
import type { Vault } from '../../account/vault/vault.ts'
import { type DeprecatedEndpoints, type DeprecatedUse, nameOf } from '../../call/deprecated-endpoints.ts'
import type { KeyVerdict, RefusedKeys } from '../../call/refused-keys.ts'
import type { Log } from '../../process/log.ts'
import type { Pools } from '../../upstream/pools.ts'
import type { Announce } from './announce.ts'

interface ObserveDeps {
  readonly store: Store
  readonly processId: string
  readonly pools: Pick<Pools, 'circuitStates'>
  readonly refusedKeys: RefusedKeys
  readonly deprecatedEndpoints: Pick<DeprecatedEndpoints, 'take'>
  readonly vault: Pick<Vault, 'list'>
  readonly announce: Announce
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly timers: Timers
  readonly log: Pick<Log, 'warn'>
}

const everyMs = 5000
/** Keys that other processes have found refused are read less often. */
const ticksPerReading = 6
/** The prefix of claims of provider keys: `provider_key/<account>/<api>/<version>/refused`. */
const prefix = 'provider_key/'
const claimMs = 400 * 24 * 3_600_000
const maxClaims = 10_000

/** Starts to write; returns a function that stops it. */
export function startObserver(deps: ObserveDeps): () => Promise<void> {
  const { timers, log } = deps
  const writeOutages = createOutageWriter(deps)
  let working: Promise<void> | undefined
  let waiting: KeyVerdict[] = []
  let uses: DeprecatedUse[] = []
  let ticks = 0

  async function work(): Promise<void> {
    await writeOutages()
    if (waiting.length === 0) waiting = deps.refusedKeys.take()
    for (let verdict = waiting[0]; verdict; verdict = waiting[0]) {
      await announceVerdict(deps, verdict)
      waiting = waiting.slice(1)
    }
    if (uses.length === 0) uses = deps.deprecatedEndpoints.take()
    const told = await takenClaims(deps.store.db, uses.map(claimOf))
    for (let use = uses[0]; use; use = uses[0]) {
      if (!told.has(claimOf(use))) await announceUse(deps, use)
      uses = uses.slice(1)
    }
    if (ticks++ % ticksPerReading === 0) deps.refusedKeys.setKnown(await refusedNames(deps.store))
  }

  const timer = timers
    .every(everyMs, () => {
      working ??= work()
        .catch((error: unknown) => log.warn('what this process sees was not written', { cause: String(error) }))
        .finally(() => {
          working = undefined
        })
    })
    .unref()
  return async () => {
    timer.cancel()
    await working
  }
}

function createOutageWriter({ store, processId, pools, clock }: ObserveDeps): () => Promise<void> {
  const begun = new Map<string, number>()
  return async () => {
    const now = clock()
    const open = new Set(
      pools
        .circuitStates()
        .filter(({ states }) => states.some((state) => state !== 'closed'))
        .map(({ listing }) => listing),
    )
    for (const listing of open) if (!begun.has(listing)) begun.set(listing, now)
    for (const [listing, since] of begun) {
      // written again while it lasts: the row of a process that was thought dead is gone
      if (open.has(listing)) await beginOutage(store.db, { processId, listing, since })
      else {
        await endOutage(store.db, { processId, listing, at: now })
        begun.delete(listing)
      }
    }
  }
}

async function announceVerdict({ store, vault, announce, clock }: ObserveDeps, { account, api, verdict }: KeyVerdict) {
  const version = (await vault.list(account)).find(({ slug }) => slug === api)?.version
  if (version === undefined) return
  const at = clock()
  const name = (word: string) => `${prefix}${account}/${api}/${version}/${word}`
  if (verdict === 'works' && (await takenClaims(store.db, [name('refused')])).size === 0) return
  await announce({
    type: `provider_key.${verdict}`,
    account,
    data: { account, api, version },
    guard: (db) => takeClaim(db, { name: name(verdict), at, expiresAt: at + claimMs }),
  })
}

const claimOf = (use: DeprecatedUse) => `endpoint.deprecated/${nameOf(use)}`

async function announceUse({ announce, clock }: ObserveDeps, use: DeprecatedUse): Promise<void> {
  await announce({
    type: 'endpoint.deprecated',
    account: use.account,
    data: use,
    guard: (db) => takeClaim(db, { name: claimOf(use), at: clock(), expiresAt: Number.MAX_SAFE_INTEGER }),
  })
}

/** Returns the keys that are refused and have not been accepted since, as `account/api`. */
async function refusedNames(store: Store): Promise<Set<string>> {
  const claims = new Set(await claimsBeginning(store, prefix, maxClaims))
  const refused = new Set<string>()
  for (const claim of claims) {
    const [, account, api, version, word] = claim.split('/')
    if (word === 'refused' && !claims.has(`${prefix}${account}/${api}/${version}/works`))
      refused.add(`${account}/${api}`)
  }
  return refused
}
