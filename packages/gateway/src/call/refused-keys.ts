// Notices that a provider refuses the stored key of an account: three live calls in a row that it answers with 401 or
// 403; and that it accepts the key again.
import type { RoutedCall } from './call.ts'
import { takesStoredKey } from './stored-key.ts'

/** A change of what a provider thinks of the key of an account. */
export interface KeyVerdict {
  readonly account: string
  /** Slug of the API. */
  readonly api: string
  readonly verdict: 'refused' | 'works'
}
export interface RefusedKeys {
  /** Counts the answer of a live provider to a call with the stored key. */
  note(call: RoutedCall, status: number): void
  /** Returns the findings since the last call. */
  take(): KeyVerdict[]
  /** Sets the keys of which all processes know that they are refused, as `account/api`. */
  setKnown(names: ReadonlySet<string>): void
}

const refusalsInARow = 3
const maxEntries = 10_000

/** Creates the counter of a process. */
export function createRefusedKeys(): RefusedKeys {
  const refusals = new Map<string, number>()
  let known: ReadonlySet<string> = new Set()
  let verdicts: KeyVerdict[] = []

  function add(account: string, api: string, verdict: KeyVerdict['verdict']): void {
    if (verdicts.length < maxEntries) verdicts.push({ account, api, verdict })
  }

  function noteRefusal(name: string, account: string, api: string): void {
    const count = (refusals.get(name) ?? 0) + 1
    // kept in order of the last refusal, so that the oldest is forgotten
    refusals.delete(name)
    const oldest = refusals.size >= maxEntries ? refusals.keys().next().value : undefined
    if (oldest !== undefined) refusals.delete(oldest)
    refusals.set(name, count)
    if (count === refusalsInARow) add(account, api, 'refused')
  }

  return {
    note(call, status) {
      const isRefusal = status === 401 || status === 403
      if (!isRefusal && (status >= 400 || (refusals.size === 0 && known.size === 0))) return
      if (!call.caller || !sendsStoredKey(call)) return
      const { accountId } = call.caller
      const { slug } = call.listing.api
      const name = `${accountId}/${slug}`
      if (isRefusal) return noteRefusal(name, accountId, slug)
      const wasRefused = (refusals.get(name) ?? 0) >= refusalsInARow || known.has(name)
      refusals.delete(name)
      if (!wasRefused) return
      known = new Set([...known].filter((one) => one !== name))
      add(accountId, slug, 'works')
    },
    take() {
      const taken = verdicts
      verdicts = []
      return taken
    },
    setKnown(names) {
      known = names
    },
  }
}

function sendsStoredKey(call: RoutedCall): boolean {
  const auth = call.route.endpoint.auth ?? call.listing.api.auth
  return call.providerKey !== undefined && auth.kind === 'own' && takesStoredKey(call, auth)
}
