// The components that hold state: store, vault, keys, quota, meter, invalidations. Opened once at start, closed in
// reverse order.
import { createHash, randomBytes as systemBytes, timingSafeEqual } from 'node:crypto'
import type { Store } from '#store'
import { createKeptAnswers, type KeptAnswers } from '../account/answers/kept-answers.ts'
import { createInvalidations } from '../account/invalidations/invalidations.ts'
import { newId } from '../account/keys/base62.ts'
import { createKeys, type Keys } from '../account/keys/keys.ts'
import { createPasses, type Passes } from '../account/keys/passes.ts'
import { createPeppers } from '../account/keys/peppers.ts'
import { type Charges, createCharges } from '../account/prices/charges.ts'
import { createPrices, type Prices } from '../account/prices/prices.ts'
import { createQuota, type Quota } from '../account/quota/quota.ts'
import { openRedis } from '../account/quota/redis-link.ts'
import type { MasterKey } from '../account/vault/master-key.ts'
import { createMasterSeal } from '../account/vault/master-seal.ts'
import { openMasterKey } from '../account/vault/open-master-key.ts'
import { createVault, type Vault } from '../account/vault/vault.ts'
import { createDeprecatedEndpoints, type DeprecatedEndpoints } from '../call/deprecated-endpoints.ts'
import { createProviderPreferences, type ProviderPreferences } from '../call/provider-preferences.ts'
import { createRefusedKeys, type RefusedKeys } from '../call/refused-keys.ts'
import type { Config } from '../process/config.ts'
import type { Log } from '../process/log.ts'
import { createReferenceClock } from '../process/reference-clock.ts'
import { reveal, Secret } from '../process/secret.ts'
import { createMeter, type Meter } from '../record/metering/meter.ts'
import { createHops } from '../upstream/hops.ts'
import { createPools, type Pools } from '../upstream/pools.ts'
import { createTokens, type Tokens } from '../upstream/tokens.ts'
import { openAdminKey } from './first-run.ts'
import { createDataFolder, databaseOf, openDatabase } from './open-database.ts'

/** Dependencies on the platform; tests replace them. */
export interface Platform {
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  /** Milliseconds since any fixed moment; never goes back. */
  readonly monotonic: () => number
  readonly randomBytes: (count: number) => Buffer
}
export const systemPlatform: Platform = {
  clock: Date.now,
  monotonic: () => performance.now(),
  randomBytes: (count) => systemBytes(count),
}

export interface Components extends Platform {
  /** The database's time (reference-clock.ts), unless tests have replaced the clock. */
  readonly clock: () => number
  /** Returns a problem of the clocks that the operator should know about, or undefined. */
  readonly clockProblem: () => string | undefined
  /** The id of this process among those that share the database. */
  readonly processId: string
  readonly store: Store
  readonly masterKey: MasterKey
  readonly vault: Vault
  readonly keys: Keys
  readonly passes: Passes
  readonly quota: Quota
  readonly meter: Meter
  readonly invalidations: ReturnType<typeof createInvalidations>
  readonly providerPreferences: ProviderPreferences
  readonly keptAnswers: KeptAnswers
  readonly prices: Prices
  readonly charges: Charges
  readonly pools: Pools
  readonly refusedKeys: RefusedKeys
  readonly deprecatedEndpoints: DeprecatedEndpoints
  readonly tokens: Tokens
  /** Authenticates what agents hand back to the gateway. Identical in every process, and used for nothing else. */
  readonly agentSecret: Secret
  readonly adminKey: Secret
  readonly isOperatorKey: (presented: string | undefined) => boolean
  /** Writes the state that is still in memory: counts, the record, last uses of keys, calls reserved and not made. */
  writeCounts(): Promise<void>
  /** Flushes pending writes and closes everything; rejects when the database is down. */
  close(): Promise<void>
}

/** The error of an unclean stop. */
export const closedLate = 'The database did not answer in time: counts of the last calls may not have been written.'

/** The interval at which the last uses of keys are written. */
const lastUsedMs = 60_000

/** Length of the token in outbound calls. */
const hopLength = 32

interface ComponentsOptions {
  readonly config: Config
  readonly log: Log
  readonly platform: Platform
  readonly tokenTimeoutMs?: number | undefined
}

/** Opens everything; throws an error whose message tells the operator what to do. */
export async function openComponents({
  config,
  log,
  platform,
  tokenTimeoutMs,
}: ComponentsOptions): Promise<Components> {
  const { monotonic, randomBytes } = platform
  const dataDir = config.GATEHOUSE_DATA
  createDataFolder(dataDir)
  const adminKey = openAdminKey({ configured: config.GATEHOUSE_ADMIN_KEY, dataDir, randomBytes })
  const store = await openDatabase(databaseOf(config), log)
  const reference = await openReferenceClock(platform, store, log)
  const clock = platform.clock === systemPlatform.clock ? reference.now : platform.clock
  const masterKey = await openMasterKey({ source: keySourceOf(config), store, randomBytes })
  const masterSeal = createMasterSeal({ store, masterKey, randomBytes })
  const peppers = await createPeppers({ store, masterSeal, clock, randomBytes })
  const processId = newId('proc', randomBytes)
  const invalidations = createInvalidations({ store, clock, wall: platform.clock, monotonic, log, processId })
  await invalidations.start()
  const vault = createVault({ store, masterKey, clock, randomBytes, invalidations })
  const keys = createKeys({ store, peppers, clock, randomBytes, invalidations })
  const redis =
    config.GATEHOUSE_REDIS_URL === undefined ? undefined : await openRedis(config.GATEHOUSE_REDIS_URL, { log })
  const quota = createQuota({
    store,
    clock,
    monotonic,
    redis,
    log,
    liveProcesses: () => invalidations.liveProcesses(),
    isAlone: () => invalidations.isAlone(),
  })
  reference.onSetBack(() => quota.setBack())
  const meter = createMeter({
    store,
    clock,
    randomBytes,
    log,
    keptDays: config.GATEHOUSE_USAGE_DAYS,
    recordedDays: config.GATEHOUSE_CALLS_DAYS,
  })
  meter.start()
  // derived from the oldest pepper, which every process has and no rotation changes
  const pools = createPools(monotonic, createHops(peppers.hashes('gateway hop').at(-1)?.slice(0, hopLength) ?? ''))
  const agentSecret = new Secret(peppers.hashes('agent confirmations').at(-1) ?? '')
  const passes = createPasses({ clock, randomBytes, secret: agentSecret })
  const keptAnswers = createKeptAnswers({ store, vault, clock, log })
  const charges = createCharges({ store, clock, randomBytes, spendingLimit: keys.spendingLimit, log })
  const touch = flushRegularly(keys, log)
  const writeCounts = createWriteCounts({ meter, keys, charges, quota }, log)
  const close = async () => {
    clearInterval(touch)
    reference.stop()
    await pools.close()
    await keptAnswers.queue.settled()
    await writeCounts()
    await logFailure(log, 'meter', meter.close())
    const failure = await logFailure(log, 'invalidations', invalidations.stop())
    await redis?.close()
    await store.close()
    // earlier failures to write have been logged already
    if (failure !== undefined) throw new Error(closedLate, { cause: failure })
  }
  return {
    ...platform,
    clock,
    clockProblem: reference.problem,
    processId,
    store,
    masterKey,
    vault,
    keys,
    passes,
    quota,
    meter,
    invalidations,
    providerPreferences: createProviderPreferences({ store, invalidations, clock }),
    keptAnswers,
    prices: createPrices({ store, invalidations, clock }),
    charges,
    pools,
    refusedKeys: createRefusedKeys(),
    deprecatedEndpoints: createDeprecatedEndpoints(),
    tokens: createTokens(pools, monotonic, tokenTimeoutMs),
    agentSecret,
    adminKey,
    isOperatorKey: constantTimeComparer(adminKey),
    writeCounts,
    close,
  }
}

function keySourceOf({
  GATEHOUSE_DATA: dataDir,
  GATEHOUSE_MASTER_KEY: key,
  GATEHOUSE_MASTER_KEY_COMMAND: command,
}: Config) {
  return { dataDir, environment: key && reveal(key), command }
}

/** Creates the function that writes what calls have left in memory. */
function createWriteCounts(
  { meter, keys, charges, quota }: Pick<Components, 'meter' | 'keys' | 'charges' | 'quota'>,
  log: Log,
): () => Promise<void> {
  return async () => {
    await logFailure(log, 'meter', meter.flush())
    await logFailure(log, 'keys', keys.flush())
    await logFailure(log, 'charges', charges.flush())
    await logFailure(log, 'quota', quota.close())
  }
}

function flushRegularly(keys: Keys, log: Log): NodeJS.Timeout {
  const flush = () =>
    keys.flush().catch((error: unknown) => log.warn('last uses not written', { cause: String(error) }))
  return setInterval(flush, lastUsedMs).unref()
}

const compareMs = 1000

/** Opens the reference clock: compared once now, then every second. */
async function openReferenceClock({ clock: wall, monotonic }: Platform, { readTime }: Store, log: Log) {
  const reference = createReferenceClock({ wall, monotonic, readTime, log })
  await reference.start()
  const timer = setInterval(() => void reference.compare(), compareMs).unref()
  return { ...reference, stop: () => clearInterval(timer) }
}

/** Logs a component's failure to close, so that the others still close. Returns the failure. */
async function logFailure(log: Log, component: string, closing: Promise<void>): Promise<unknown> {
  try {
    await closing
    return undefined
  } catch (error) {
    log.error('a component did not close', { component, cause: String(error) })
    return error
  }
}

/** Compares digests, so the time it takes reveals neither the length nor the content of the key. */
function constantTimeComparer(key: Secret): (presented: string | undefined) => boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest()
  const expected = digest(reveal(key))
  return (presented) => timingSafeEqual(digest(presented ?? ''), expected) && presented !== undefined
}
