// Records an account's answers to agents' calls that wait for a person.
import { fail } from '#define'
import { createWaitingCallsRepository, type Store, type WaitingCallRow } from '#store'
import type { Audit } from './audit.ts'
import type { KeyHolder, OwnKeys } from './own-keys.ts'

interface WaitingCallsDeps {
  readonly store: Pick<Store, 'db' | 'dialect'>
  readonly clock: () => number
  readonly audit: Audit
  readonly ownKeys: Pick<OwnKeys, 'covered'>
}
export interface AccountWaitingCalls {
  list(account: string): Promise<WaitingCallRow[]>
  /**
   * Approves or declines a call. Fails with 'thing.unknown' for a call that does not wait; 'key.grant' for a key that
   * does not cover its key.
   */
  answer(holder: KeyHolder, id: string, isApproved: boolean): Promise<void>
}

export function createAccountWaitingCalls({ store, clock, audit, ownKeys }: WaitingCallsDeps): AccountWaitingCalls {
  const rows = createWaitingCallsRepository(store)
  return {
    list: (account) => rows.list(account, clock()),
    async answer(holder, id, isApproved) {
      const unknown = () => fail('thing.unknown', { thing: 'waiting call', id: id.slice(0, 80) })
      const row = await rows.get(id, { now: clock() })
      if (row?.accountId !== holder.account) throw unknown()
      await ownKeys.covered(holder, row.keyId)
      if (!(await rows.answer(id, isApproved ? 'approved' : 'declined', clock()))) throw unknown()
      await audit.write({
        actor: holder.account,
        action: isApproved ? 'agent.approve' : 'agent.decline',
        target: row.keyId,
        detail: { operation: row.operation },
      })
    },
  }
}
