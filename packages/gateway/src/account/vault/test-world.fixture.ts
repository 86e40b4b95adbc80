// Setup for the tests of vault and keys: accounts in a real store and a master key in a real file. For tests only.
import { randomBytes } from 'node:crypto'
import { createAccountsRepository, type Store } from '#store'
import type { StoreTarget } from '../../../../../tests/harness/services.ts'
import { createLocalInvalidations } from '../invalidations/local.ts'
import { openMasterKey } from './open-master-key.ts'
import { createVault } from './vault.ts'

/** A clock that moves only when it is set. */
interface TestClock {
  (): number
  nowMs: number
}

export function createTestClock(nowMs = Date.UTC(2024, 4, 2, 12)): TestClock {
  const clock: TestClock = Object.assign(() => clock.nowMs, { nowMs })
  return clock
}

/** Creates enabled accounts on a plan 'free' of 60 calls a minute and 5,000 a day. */
export async function addAccounts(store: Store, ...ids: string[]): Promise<void> {
  const accounts = createAccountsRepository(store.db)
  await accounts.upsertPlan({ id: 'free', perMinute: 60, perDay: 5000, createdAt: 1 })
  for (const id of ids)
    await accounts.create({
      id,
      name: `Account ${id}`,
      planId: 'free',
      isDemo: false,
      provider: null,
      enabled: true,
      createdAt: 1,
    })
}

/** The vault of one process, with the master key in the folder of `target`. */
export async function openVault(store: Store, target: StoreTarget) {
  const clock = createTestClock()
  const invalidations = createLocalInvalidations()
  const masterKey = await openMasterKey({ source: { dataDir: target.dataDir }, store, randomBytes })
  const vault = createVault({ store, masterKey, clock, randomBytes, invalidations })
  return { vault, masterKey, clock, invalidations, store }
}
