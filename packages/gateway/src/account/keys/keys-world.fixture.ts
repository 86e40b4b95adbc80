// Setup for the tests of keys: the keys of one process, on accounts in a real store. For tests only.
import { randomBytes } from 'node:crypto'
import { createAccountsRepository, type Store } from '#store'
import type { TestDatabase } from '../../../../../tests/harness/services.ts'
import { reveal, type Secret } from '../../process/secret.ts'
import { createLocalInvalidations } from '../invalidations/local.ts'
import type { Invalidations } from '../invalidations/port.ts'
import { createMasterSeal } from '../vault/master-seal.ts'
import { openMasterKey } from '../vault/open-master-key.ts'
import { addAccounts, createTestClock } from '../vault/test-world.fixture.ts'
import { createKeys, type Keys, type NewKey } from './keys.ts'
import { createPeppers } from './peppers.ts'

/** Adds the accounts that the tests use. */
export async function addKeyOwners(store: Store): Promise<void> {
  await addAccounts(store, 'acc_a', 'acc_b', 'acc_off', 'acc_plan')
}

/** The keys of one process. */
export async function startKeys(
  database: TestDatabase,
  {
    store = database.store,
    invalidations = createLocalInvalidations(),
  }: { store?: Store; invalidations?: Invalidations } = {},
) {
  const clock = createTestClock()
  const masterKey = await openMasterKey({ source: { dataDir: database.target.dataDir }, store, randomBytes })
  const masterSeal = createMasterSeal({ store, masterKey, randomBytes })
  const peppers = await createPeppers({ store, masterSeal, clock, randomBytes })
  const keys = createKeys({ store, peppers, clock, randomBytes, invalidations })
  return { keys, peppers, clock, invalidations, accounts: createAccountsRepository(store.db) }
}

/** A new key of 'acc_a', unless `more` says otherwise. */
export function newKey(more: Partial<NewKey> = {}): NewKey {
  return { accountId: 'acc_a', surface: 'hosted', name: 'laptop', ...more }
}

/** 'ok', or the code with which a call with the key is refused. */
export async function codeOf(keys: Keys, key: Secret, surface: 'hosted' | 'market' = 'hosted'): Promise<string> {
  const identity = await keys.identify(reveal(key), surface)
  return identity.ok ? 'ok' : identity.code
}
