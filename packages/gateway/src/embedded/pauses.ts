// Pauses accounts whose calls cost an API its thread. Each pause is longer, and a quiet hour clears them, so that one
// account cannot stop the API for all by repeating a call that blocks its thread.
import { fail } from '#define'

interface PausesOptions {
  /** The title of the API. */
  readonly api: string
  readonly firstMs: number
  /** Returns milliseconds that only go forward. */
  readonly now?: () => number
}
export interface Pauses {
  /** Throws `provider.paused` while the account is paused. */
  admit(account: string): void
  /** Pauses the account, for twice as long as the last time. */
  lengthen(account: string): void
}

const longestMs = 600_000
const forgivenMs = 3_600_000
/** The limit of remembered accounts; beyond it the oldest is forgotten. */
const mostAccounts = 1000

interface Pause {
  readonly ms: number
  readonly sinceMs: number
}

export function createPauses({ api, firstMs, now = () => performance.now() }: PausesOptions): Pauses {
  // ordered by last pause, the latest at the end
  const pauses = new Map<string, Pause>()
  return {
    admit(account) {
      const pause = pauses.get(account)
      if (!pause) return
      const pastMs = now() - pause.sinceMs
      if (pastMs > forgivenMs) pauses.delete(account)
      if (pastMs >= pause.ms) return
      const seconds = Math.ceil((pause.ms - pastMs) / 1000)
      throw fail('provider.paused', { api, seconds }, { retryAfterS: seconds })
    },
    lengthen(account) {
      const before = pauses.get(account)
      const isForgiven = !before || now() - before.sinceMs > forgivenMs
      pauses.delete(account)
      pauses.set(account, { ms: isForgiven ? firstMs : Math.min(longestMs, before.ms * 2), sinceMs: now() })
      const [oldest] = pauses.keys()
      if (pauses.size > mostAccounts && oldest !== undefined) pauses.delete(oldest)
    },
  }
}
