// Accounts that have called. Each starts with a copy of the sample skins.
import { keyedMutex } from '#provider'
import type { Sample } from './sample/sample.ts'
import { ensureAccount, type Kit } from './skins/store.ts'

export interface Accounts {
  /** Copies the sample for the account on its first call. */
  ensure(account: string): Promise<void>
}

const maxRemembered = 10_000

export function createAccounts(kit: Kit, sample: Sample): Accounts {
  const known = new Set<string>()
  const queue = keyedMutex<string>()
  return {
    async ensure(account) {
      if (known.has(account)) return
      await queue.run(account, async () => {
        if (known.has(account)) return
        await ensureAccount(kit, sample, account)
        if (known.size >= maxRemembered) known.clear()
        known.add(account)
      })
    },
  }
}
