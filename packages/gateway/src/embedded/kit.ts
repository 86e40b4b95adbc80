// The dependencies with which an embedded provider is opened: the database, a clock, randomness, outbound calls, the
// operator's secrets, the log.
import { join } from 'node:path'
import type { Log, ProviderKit, Random } from '#define'
import type { Fetcher, Outbound } from '#define/outbound'
import type { Scripts } from '#define/scripts'
import type { Store } from '#store'
import type { Keys } from '../account/keys/keys.ts'
import type { Passes } from '../account/keys/passes.ts'
import { createOperatorSecrets, type OpenSecrets, type OperatorVault } from './operator-secrets.ts'

export interface KitDeps {
  readonly store: Store
  readonly vault: OperatorVault
  /** Creates the outbound function of an API, which opens its secrets. */
  readonly createOutbound: (open: OpenSecrets['open']) => Outbound
  /** Milliseconds since the epoch, for providers. */
  readonly clock: () => number
  readonly random: Random
  readonly fetch: Fetcher
  readonly log: Log
  readonly cacheFolder: string
  /** `<data>/files`, with a folder for each API. */
  readonly filesFolder: string
  /** `<data>/models`, with a folder for each API. */
  readonly modelsFolder: string
  readonly enginesFolder: string
  readonly mayCallOut: boolean
  readonly keys: Pick<Keys, 'spendingLimit' | 'works'>
  readonly passes: Passes
  readonly scripts: Scripts | undefined
  /** Returns the operator's file for an API, parsed. */
  readonly configOf: (slug: string) => unknown
}

/** Creates the kit of one API; each API sees only its own secrets and operator file. */
export function createKit(slug: string, ask: ProviderKit['ask'], deps: KitDeps): ProviderKit {
  const { store, clock, random, fetch, log, cacheFolder, enginesFolder, mayCallOut } = deps
  const { open, ...secrets } = createOperatorSecrets(deps, slug)
  return {
    // providers know only their own tables, prefixed with their slug; the types of the gateway's tables are hidden from
    // them
    db: store.db as unknown as ProviderKit['db'],
    dialect: store.dialect.name,
    now: clock,
    today: () => new Date(clock()).toISOString().slice(0, 10),
    random,
    fetch,
    log,
    cacheFolder,
    filesFolder: join(deps.filesFolder, slug),
    modelsFolder: join(deps.modelsFolder, slug),
    enginesFolder,
    keyWorks: deps.keys.works,
    issuePass: async (key, validMs) => deps.passes.issue(slug, key, validMs),
    mayCallOut,
    spendingLimit: (key) => deps.keys.spendingLimit(key),
    scripts: deps.scripts,
    config: deps.configOf(slug),
    secrets,
    outbound: deps.createOutbound(open),
    ask,
  }
}
