// Keeps responses that are too long for one tool result, or too late for it, for a while under a handle, for the key
// that asked. A handle is a name, not a permission: every use is checked against the key.
import type { CapturedAnswer } from '../call/http/captured-response.ts'

interface StoredResult {
  readonly operation: string
  readonly accountId: string
  readonly keyId: string
  /** The response; a promise while the call still runs, of undefined if it broke off. */
  readonly answer: CapturedAnswer | Promise<CapturedAnswer | undefined>
}

export interface Results {
  /**
   * Keeps a result and returns its handle. The oldest results of the key or of its account make room; returns undefined
   * if all room is taken and no other account holds more. A late response without room is dropped when it arrives.
   */
  keep(result: StoredResult): string | undefined
  /** Returns this key's result under the handle; undefined for an unknown, expired or foreign handle. */
  get(handle: string, keyId: string): StoredResult | undefined
}

interface ResultsDeps {
  readonly clock: () => number
  readonly randomBytes: (count: number) => Buffer
  readonly limits?: Partial<typeof resultLimits>
}

const mebibyte = 1024 * 1024
export const resultLimits = {
  keptMs: 15 * 60_000,
  perKey: 16,
  accountBytes: 16 * mebibyte,
  totalBytes: 64 * mebibyte,
  /** The least size that a result counts for, which limits their number too. */
  leastBytes: 64 * 1024,
}

interface Entry extends StoredResult {
  readonly expiresAt: number
  bytes: number
}

export function createResults({ clock, randomBytes, limits }: ResultsDeps): Results {
  const { keptMs, perKey, accountBytes, totalBytes, leastBytes } = { ...resultLimits, ...limits }
  /** Entries in order of age. */
  const entries = new Map<string, Entry>()
  let heldBytes = 0

  function drop(handle: string): void {
    const entry = entries.get(handle)
    if (entry && entries.delete(handle)) heldBytes -= entry.bytes
  }

  function dropExpired(): void {
    for (const [handle, { expiresAt }] of entries) {
      if (expiresAt > clock()) return
      drop(handle)
    }
  }

  function grow(entry: Entry, bytes: number): void {
    heldBytes += bytes - entry.bytes
    entry.bytes = bytes
  }

  /**
   * Makes room at the cost of the largest holder: no account loses a result to one that holds more, and one that grows
   * beyond its share loses its own.
   */
  function makeRoomFor({ accountId, keyId }: Entry): void {
    const ofKey = handlesOf((one) => one.keyId === keyId)
    for (const handle of ofKey.slice(0, Math.max(0, ofKey.length - perKey))) drop(handle)
    for (const handle of handlesOf((one) => one.accountId === accountId)) {
      if ((bytesByAccount().get(accountId) ?? 0) <= accountBytes) break
      drop(handle)
    }
    while (heldBytes > totalBytes) {
      const largest = largestHolder(accountId)
      const [oldest] = handlesOf((one) => one.accountId === largest)
      if (oldest === undefined) return
      drop(oldest)
    }
  }

  function handlesOf(isMeant: (entry: Entry) => boolean): string[] {
    return [...entries].filter(([, entry]) => isMeant(entry)).map(([handle]) => handle)
  }

  function bytesByAccount(): Map<string, number> {
    const sums = new Map<string, number>()
    for (const { accountId, bytes } of entries.values()) sums.set(accountId, (sums.get(accountId) ?? 0) + bytes)
    return sums
  }

  /** Returns the account that asks for room, unless another holds more. */
  function largestHolder(asking: string): string {
    const sums = bytesByAccount()
    let largest = asking
    for (const [account, bytes] of sums) if (bytes > (sums.get(largest) ?? 0)) largest = account
    return largest
  }

  return {
    keep(result) {
      dropExpired()
      const handle = `res_${randomBytes(18).toString('base64url')}`
      const entry: Entry = { ...result, expiresAt: clock() + keptMs, bytes: 0 }
      const { answer } = result
      const arrive = (arrived: CapturedAnswer | undefined) => {
        if (entries.get(handle) !== entry) return
        grow(entry, Math.max(leastBytes, arrived?.body.length ?? 0))
        makeRoomFor(entry)
      }
      entries.set(handle, entry)
      if (answer instanceof Promise) {
        arrive(undefined)
        void answer.then(arrive)
      } else arrive(answer)
      return entries.has(handle) ? handle : undefined
    },
    get(handle, keyId) {
      const entry = entries.get(handle)
      if (!entry || entry.keyId !== keyId) return undefined
      if (entry.expiresAt > clock()) return entry
      drop(handle)
      return undefined
    },
  }
}
