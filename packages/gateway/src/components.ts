// The parts that hold state: store, vault, keys, quota, meter, fences. Made once at start, closed in the reverse order.
import { createHash, randomBytes as systemBytes, timingSafeEqual } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { openStore, type Store } from '#store'
import { createProviderPreferences, type ProviderPreferences } from './call/provider-preferences.ts'
import type { Config } from './config.ts'
import { createFences } from './fences/fences.ts'
import { openAdminKey } from './first-run.ts'
import { newId } from './keys/base62.ts'
import { createKeys, type Keys } from './keys/keys.ts'
import { createPeppers } from './keys/peppers.ts'
import type { Log } from './log.ts'
import { createMeter, type Meter } from './metering/meter.ts'
import { createQuota, type Quota } from './quota/quota.ts'
import { openRedis } from './quota/redis-link.ts'
import { reveal, type Secret } from './secret.ts'
import { StartRefused } from './start-refused.ts'
import { createPools, type Pools } from './upstream/pools.ts'
import { type MasterKey, openMasterKey } from './vault/master-key.ts'
import { createMasterSeal } from './vault/master-seal.ts'
import { createVault, type Vault } from './vault/vault.ts'

/** What tests replace. */
export interface Platform {
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly randomBytes: (count: number) => Buffer
}
export const systemPlatform: Platform = { clock: Date.now, randomBytes: (count) => systemBytes(count) }

export interface Components extends Platform {
  readonly store: Store
  readonly masterKey: MasterKey
  readonly vault: Vault
  readonly keys: Keys
  readonly quota: Quota
  readonly meter: Meter
  readonly fences: ReturnType<typeof createFences>
  readonly providerPreferences: ProviderPreferences
  readonly pools: Pools
  readonly adminKey: Secret
  readonly isOperatorKey: (presented: string | undefined) => boolean
  close(): Promise<void>
}

/** How often last uses of keys are written. */
const lastUsedMs = 60_000

/** Opens everything; throws an error whose message says what to do. */
export async function openComponents(config: Config, log: Log, platform: Platform): Promise<Components> {
  const { clock, randomBytes } = platform
  const dataDir = config.GATEHOUSE_DATA
  makeDataFolder(dataDir)
  const adminKey = openAdminKey({ given: config.GATEHOUSE_ADMIN_KEY, dataDir, randomBytes })
  const store = await openDatabase({ url: config.GATEHOUSE_DATABASE_URL, dataDir }, log)
  const given = config.GATEHOUSE_MASTER_KEY
  const source = { dataDir, environment: given && reveal(given), command: config.GATEHOUSE_MASTER_KEY_COMMAND }
  const masterKey = await openMasterKey({ source, store, randomBytes })
  const masterSeal = createMasterSeal({ store, masterKey, randomBytes })
  const peppers = await createPeppers({ store, masterSeal, clock, randomBytes })
  const fences = createFences({ store, clock, log, processId: newId('proc', randomBytes) })
  await fences.start()
  const vault = createVault({ store, masterKey, clock, randomBytes, fences })
  const keys = createKeys({ store, peppers, clock, randomBytes, fences })
  const redis =
    config.GATEHOUSE_REDIS_URL === undefined ? undefined : await openRedis(config.GATEHOUSE_REDIS_URL, { log })
  const quota = createQuota({ store, clock, redis, liveProcesses: () => fences.liveProcesses(), log })
  const meter = createMeter({ store, clock, log, keptDays: config.GATEHOUSE_USAGE_DAYS })
  meter.start()
  const pools = createPools(clock)
  const providerPreferences = createProviderPreferences({ store, fences, clock })
  const touch = setInterval(
    () => keys.flush().catch((error: unknown) => log.warn('last uses not written', { cause: String(error) })),
    lastUsedMs,
  )
  touch.unref()
  const close = async () => {
    clearInterval(touch)
    await pools.close()
    await attempt(log, 'meter', () => meter.close())
    await attempt(log, 'keys', () => keys.flush())
    await attempt(log, 'quota', () => quota.close())
    await attempt(log, 'fences', () => fences.stop())
    await redis?.close()
    await store.close()
  }
  return {
    ...platform,
    store,
    masterKey,
    vault,
    keys,
    quota,
    meter,
    fences,
    providerPreferences,
    pools,
    adminKey,
    isOperatorKey: comparer(adminKey),
    close,
  }
}

async function attempt(log: Log, part: string, close: () => Promise<void>): Promise<void> {
  await close().catch((error: unknown) => log.error('a part did not close', { part, cause: String(error) }))
}

function comparer(key: Secret): (presented: string | undefined) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const wanted = digest(reveal(key))
  return (presented) => timingSafeEqual(digest(presented ?? ''), wanted) && presented !== undefined
}

/** Opens the database; where that fails by the operator's doing, with a sentence that says so and holds no password. */
async function openDatabase(place: { url: string | undefined; dataDir: string }, log: Log): Promise<Store> {
  const { url, dataDir } = place
  try {
    return await openStore({ dataDir, log, ...(url === undefined ? {} : { url }) })
  } catch (cause) {
    if (!(cause instanceof Error) || !isOperational(cause)) throw cause
    const why = cause.message || ('code' in cause ? String(cause.code) : cause.name)
    const advice =
      url === undefined
        ? `The database ${dataDir}/gatehouse.db cannot be used: ${why}. Let this user write it, restore it from a backup, or set GATEHOUSE_DATA.`
        : `The database at ${placeOf(url)} cannot be used: ${why}. Start it, or correct GATEHOUSE_DATABASE_URL.`
    throw new StartRefused(advice, { cause })
  }
}

/** Not a mistake in a statement of ours (SQLSTATE classes 22, 23 and 42, without 42501: this user may not make tables). */
function isOperational(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : ''
  if ('path' in error || error.name === 'MigrationError' || (code === '' && error.name !== 'Error')) return false
  return code === '42501' || !/^(?:2[23]|42)...$|^SQLITE_(?:ERROR|CONSTRAINT)/.test(code)
}

function placeOf(url: string): string {
  const address = URL.parse(url)
  return address ? address.host + address.pathname : 'the address in GATEHOUSE_DATABASE_URL'
}

function makeDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new StartRefused(
      `The data folder ${path} cannot be made. Set GATEHOUSE_DATA to a folder that this user may write.`,
      { cause },
    )
  }
}
