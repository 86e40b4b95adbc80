// Calls that destroy or spend, of clients that cannot ask the person: they wait for some minutes, so that the person
// can approve or decline them in the console too.
import type { WaitingCallsRepository } from '#store'
import { type Confirmed, digestOf } from './confirmations.ts'

export interface WaitingCalls {
  /** What the person answered. An approval counts once; a refusal holds until the call would have expired. */
  answerTo(call: Confirmed): Promise<'approved' | 'declined' | undefined>
  keep(call: Confirmed & { readonly accountId: string; readonly client: string | undefined }): Promise<void>
  /** Once the call was confirmed otherwise. */
  forget(call: Confirmed): Promise<void>
}

/** As long as a confirmation counts. */
const validMs = 5 * 60_000
/** Of one key; others can be confirmed by the client alone. */
const mostOfKey = 20
/** What is longer cannot be judged by reading it, and is not kept. */
const maxArguments = 4000

export function createWaitingCalls(rows: WaitingCallsRepository, clock: () => number): WaitingCalls {
  return {
    async answerTo(call) {
      const state = await rows.take(idOf(call), clock())
      return state === 'waits' ? undefined : state
    },
    async keep(call) {
      const shown = JSON.stringify(call.arguments)
      if (shown.length > maxArguments) return
      const { accountId, keyId, operation } = call
      const client = call.client?.slice(0, 100) ?? null
      const now = clock()
      await rows.add(
        {
          id: idOf(call),
          accountId,
          keyId,
          operation,
          arguments: shown,
          client,
          createdAt: now,
          expiresAt: now + validMs,
        },
        mostOfKey,
      )
    },
    forget: (call) => rows.remove(idOf(call)),
  }
}

/** The same for the same call of the same key. */
function idOf({ keyId, operation, arguments: args, provider }: Confirmed): string {
  const digest = digestOf([keyId, operation, args, provider ?? null])
  return `wait_${digest.slice(0, 24)}`
}
