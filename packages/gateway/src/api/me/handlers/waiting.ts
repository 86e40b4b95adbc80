// Handlers of agents' calls that wait for a person, for their account.
import type { HandlersFor } from '#define'
import type { AccountWaitingCalls } from '../../accounts/waiting-calls.ts'
import type { waitingEndpoints } from '../endpoints/waiting.ts'

type WaitingEndpoints = typeof waitingEndpoints

export function waitingHandlers(waiting: AccountWaitingCalls): HandlersFor<WaitingEndpoints, keyof WaitingEndpoints> {
  return {
    async listWaitingCalls(_input, { account }) {
      const rows = await waiting.list(account)
      return { calls: rows.map(({ accountId: _, keyId, ...row }) => ({ ...row, key: keyId })) }
    },
    async answerWaitingCall({ id, body: { approved } }, { account, key }) {
      await waiting.answer({ account, key }, id, approved)
      return undefined
    },
  }
}
