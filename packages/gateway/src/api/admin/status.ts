// The state of this process and its dependencies, for troubleshooting.
import { readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { createVaultRepository, readVersion, type Store } from '#store'
import type { Invalidations } from '../../account/invalidations/port.ts'
import type { Quota } from '../../account/quota/quota.ts'
import type { MasterKey } from '../../account/vault/master-key.ts'
import { timeOfBackup } from '../../process/backup-names.ts'
import { type Config, servesSample } from '../../process/config.ts'
import { programVersion } from '../../process/program-version.ts'

export interface StatusDeps {
  readonly store: Store
  readonly masterKey: MasterKey
  readonly quota: Pick<Quota, 'stats'>
  readonly invalidations: Invalidations & { liveProcesses(): number }
  /** Milliseconds since the epoch. */
  readonly clock: () => number
  readonly config: Pick<Config, 'GATEHOUSE_DATA' | 'GATEHOUSE_SAMPLE' | 'GATEHOUSE_PRODUCTION'>
}
/** See the shape of the same name in schemas.ts. */
export interface Status {
  version: string
  node: string
  startedAt: number
  database: { kind: 'sqlite' | 'postgres'; reachable: boolean; ms: number | null; version: string | null }
  redis: 'off' | 'reachable' | 'away'
  processes: number
  memoryBytes: number
  dataFolder: { path: string; freeBytes: number | null; lastBackupAt: number | null }
  masterKey: { version: number; versionsInUse: number[] }
  counts: { accounts: number; keys: number; providerKeys: number }
  servesSample: boolean
  mayServe: boolean
}

/**
 * Returns the function that reads the status. An unreachable database is reported, not thrown; then nothing is counted.
 */
export function createStatus(deps: StatusDeps): () => Promise<Status> {
  const { store, masterKey, quota, invalidations, clock, config } = deps
  const startedAt = clock()
  const version = programVersion()
  const path = config.GATEHOUSE_DATA
  return async () => {
    const database = await pingOf(store)
    const { redisAvailable } = quota.stats()
    const versionsInUse = database.reachable ? await createVaultRepository(store.db).masterVersionsInUse() : []
    return {
      version,
      node: process.versions.node,
      startedAt,
      database,
      redis: redisAvailable === null ? 'off' : redisAvailable ? 'reachable' : 'away',
      processes: Math.max(1, invalidations.liveProcesses()),
      memoryBytes: process.memoryUsage.rss(),
      dataFolder: { path, freeBytes: await freeBytesOf(path), lastBackupAt: await lastBackupIn(join(path, 'backups')) },
      masterKey: { version: masterKey.keyring().current, versionsInUse },
      counts: database.reachable ? await countsOf(store) : { accounts: 0, keys: 0, providerKeys: 0 },
      servesSample: servesSample(config),
      mayServe: invalidations.hasLease(),
    }
  }
}

async function pingOf(store: Store): Promise<Status['database']> {
  const kind = store.dialect.name
  const startMs = performance.now()
  try {
    await store.ping()
    const ms = Math.round(performance.now() - startMs)
    return { kind, reachable: true, ms, version: await readVersion(store) }
  } catch {
    return { kind, reachable: false, ms: null, version: null }
  }
}

async function freeBytesOf(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

/** Returns when the newest backup in the folder was made, by its name. */
async function lastBackupIn(folder: string): Promise<number | null> {
  const names = await readdir(folder).catch(() => [])
  const times = names.map(timeOfBackup).filter((at) => at !== undefined)
  return times.length === 0 ? null : times.reduce((newest, at) => Math.max(newest, at))
}

/** Returns the numbers of accounts, unrevoked keys and provider keys. */
export async function countsOf({ db }: Store): Promise<Status['counts']> {
  const [accounts, keys, providerKeys] = await Promise.all([
    db
      .selectFrom('accounts')
      .select((eb) => eb.fn.countAll().as('rows'))
      .executeTakeFirst(),
    db
      .selectFrom('gateway_keys')
      .select((eb) => eb.fn.countAll().as('rows'))
      .where('revoked_at', 'is', null)
      .executeTakeFirst(),
    db
      .selectFrom('provider_keys')
      .select((eb) => eb.fn.countAll().as('rows'))
      .executeTakeFirst(),
  ])
  return {
    accounts: Number(accounts?.rows ?? 0),
    keys: Number(keys?.rows ?? 0),
    providerKeys: Number(providerKeys?.rows ?? 0),
  }
}
