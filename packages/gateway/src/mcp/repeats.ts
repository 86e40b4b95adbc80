// Gives the first answer again to a call that is repeated with the same idempotency key: models and clients retry.
import { problem, type ToolResult } from './tool.ts'

export interface Repeats {
  once(call: RepeatedCall, run: () => Promise<ToolResult>): Promise<ToolResult>
}
export interface RepeatedCall {
  readonly keyId: string
  readonly idempotencyKey: string
  /** Of operation and arguments. */
  readonly digest: string
}

const keptMs = 3_600_000
const entryLimit = 500
/** Of one key, so that it does not push out those of others. */
const perKey = 50

interface Entry {
  readonly keyId: string
  readonly digest: string
  readonly expiresAt: number
  readonly result: Promise<ToolResult>
}

export function createRepeats({ clock }: { readonly clock: () => number }): Repeats {
  /** In order of age. A result has at most 40,000 characters. */
  const entries = new Map<string, Entry>()

  function dropOldest(): void {
    for (const [name, { expiresAt }] of entries) {
      if (expiresAt > clock() && entries.size < entryLimit) return
      entries.delete(name)
    }
  }

  function makeRoomFor(keyId: string): void {
    const own = [...entries].filter(([, entry]) => entry.keyId === keyId)
    for (const [name] of own.slice(0, Math.max(0, own.length - perKey + 1))) entries.delete(name)
  }

  return {
    async once({ keyId, idempotencyKey, digest }, run) {
      const name = `${keyId} ${idempotencyKey}`
      const earlier = entries.get(name)
      if (earlier && earlier.expiresAt > clock()) {
        if (earlier.digest === digest) return earlier.result
        return problem('This idempotencyKey was used for another call within the hour. Take a new one.')
      }
      makeRoomFor(keyId)
      dropOldest()
      const result = run()
      entries.set(name, { keyId, digest, expiresAt: clock() + keptMs, result })
      try {
        const settled = await result
        // nothing happened, so the call may be tried again
        if (settled.isError || settled.question) entries.delete(name)
        return settled
      } catch (error) {
        entries.delete(name)
        throw error
      }
    },
  }
}
