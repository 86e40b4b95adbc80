// Handlers of the record of all accounts' calls.
import type { HandlersFor } from '#define'
import type { CallRecord } from '../../accounts/call-record.ts'
import type { recordEndpoints } from '../endpoints/record.ts'

type RecordEndpoints = typeof recordEndpoints

export function recordHandlers(record: CallRecord): HandlersFor<RecordEndpoints, keyof RecordEndpoints> {
  return {
    async listCalls({ account, ...query }) {
      const { calls, ...page } = await record.calls(query, account)
      return { calls: [...calls], ...page }
    },
    getCall: ({ id, account }) => record.call(id, account),
    listErrors: ({ account, ...query }) => record.errors(query, account),
    health: () => record.health(undefined, new Map()),
  }
}
