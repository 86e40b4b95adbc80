// Checks the database, the master key and Redis for `gatehouse doctor`, before the gateway starts. Read-only: creates
// no database and no key, and runs no migration.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createVaultRepository, MigrationError, openStore, type Store } from '#store'
import { createPeppers } from '../account/keys/peppers.ts'
import { createMasterSeal } from '../account/vault/master-seal.ts'
import { openMasterKey } from '../account/vault/open-master-key.ts'
import type { Config } from '../process/config.ts'
import { reveal } from '../process/secret.ts'
import { databaseOf, explainRefusal } from './open-database.ts'

interface Finding {
  readonly name: 'database' | 'master key' | 'redis'
  readonly ok: boolean
  readonly finding: string
}

/** Checks the services and files that the settings name. Never rejects. */
export async function examine(config: Config): Promise<Finding[]> {
  const [stored, redis] = await Promise.all([examineDatabase(config), examineRedis(config.GATEHOUSE_REDIS_URL)])
  return [...stored, redis]
}

async function examineDatabase(config: Config): Promise<Finding[]> {
  const location = databaseOf(config)
  if (location.url === undefined && !existsSync(join(location.dataDir, 'gatehouse.db')))
    return [{ name: 'database', ok: true, finding: 'SQLite, created at the first start' }]
  let store: Store
  try {
    store = await openStore({ ...location, isExamined: true })
  } catch (error) {
    const finding = error instanceof MigrationError ? error.message : explainRefusal(location, error)
    return [{ name: 'database', ok: false, finding }]
  }
  try {
    const finding = `${store.dialect.name} answers`
    return [{ name: 'database', ok: true, finding }, await examineMasterKey(store, config)]
  } finally {
    await store.close()
  }
}

async function examineMasterKey(store: Store, config: Config): Promise<Finding> {
  const name = 'master key'
  const { GATEHOUSE_MASTER_KEY: key, GATEHOUSE_MASTER_KEY_COMMAND: command, GATEHOUSE_DATA: dataDir } = config
  const refuseToWrite = () => {
    throw new Error('nothing is written')
  }
  try {
    const tables = await store.db.introspection.getTables()
    const isNew = !tables.some(({ name }) => name === 'peppers')
    if (isNew || (await createVaultRepository(store.db).masterVersionsInUse()).length === 0)
      return { name, ok: true, finding: 'seals nothing yet' }
    const source = { dataDir, command, environment: key && reveal(key) }
    const masterKey = await openMasterKey({ source, store, randomBytes: refuseToWrite })
    const masterSeal = createMasterSeal({ store, masterKey, randomBytes: refuseToWrite })
    await createPeppers({ store, masterSeal, clock: Date.now, randomBytes: refuseToWrite })
    return { name, ok: true, finding: 'is that of the database' }
  } catch (error) {
    return { name, ok: false, finding: error instanceof Error ? error.message : String(error) }
  }
}

const redisMs = 3000

async function examineRedis(url: string | undefined): Promise<Finding> {
  const name = 'redis'
  if (url === undefined) return { name, ok: true, finding: 'not used' }
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    connectTimeout: redisMs,
    commandTimeout: redisMs,
  })
  redis.on('error', () => undefined)
  const where = `${URL.parse(url)?.host ?? 'the address in GATEHOUSE_REDIS_URL'}`
  try {
    await redis.connect()
    const info = await redis.info()
    if (!/^redis_version:/m.test(info)) return { name, ok: false, finding: `what answers at ${where} is not Redis` }
    const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? 'noeviction'
    if (policy === 'noeviction') return { name, ok: true, finding: `${where} answers` }
    return {
      name,
      ok: false,
      finding: `${where} forgets counts when it is full: its maxmemory-policy is ${policy}; set it to noeviction`,
    }
  } catch (error) {
    return { name, ok: false, finding: `${where} does not answer as Redis: ${whyOf(error)}` }
  } finally {
    redis.disconnect()
  }
}

/** Returns the message alone: errors of this driver carry the command, and the AUTH command contains the password. */
function whyOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'no answer'
}
