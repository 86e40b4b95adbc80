// Waiting calls: those that destroy or spend, from clients that cannot ask the person. They wait for some minutes, so
// that the person can also approve or decline them in the console.
import type { WaitingCallsRepository } from '#store'
import { type Confirmed, digestOf } from './confirmations.ts'

export interface WaitingCalls {
  /** Returns the person's answer. An approval counts once; a refusal holds until the call would have expired. */
  answerTo(call: Confirmed): Promise<'approved' | 'declined' | undefined>
  /** Keeps a call; returns false if too many calls of the key wait. */
  keep(call: KeptCall): Promise<boolean>
  /** Removes a call that was confirmed in another way. */
  forget(call: Confirmed): Promise<void>
}

interface KeptCall extends Confirmed {
  /** The arguments in the form that the person sees. */
  readonly shown: string
  readonly accountId: string
  readonly client: string | undefined
}

/** The lifetime of a waiting call, equal to that of a confirmation. */
const validMs = 5 * 60_000
/** The limit of one key's waiting calls; further ones can be confirmed only by the client. */
const mostOfKey = 20

export function createWaitingCalls(rows: WaitingCallsRepository, clock: () => number): WaitingCalls {
  return {
    async answerTo(call) {
      const state = await rows.take(idOf(call), clock())
      return state === 'waits' ? undefined : state
    },
    async keep(call) {
      const { accountId, keyId, operation, shown, provider = null } = call
      const client = call.client?.slice(0, 100) ?? null
      const now = clock()
      return rows.add(
        {
          id: idOf(call),
          accountId,
          keyId,
          operation,
          arguments: shown,
          provider,
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

/** Returns the same id for the same call of the same key. */
function idOf({ keyId, operation, arguments: args, provider }: Confirmed): string {
  const digest = digestOf([keyId, operation, args, provider ?? null])
  return `wait_${digest.slice(0, 24)}`
}
