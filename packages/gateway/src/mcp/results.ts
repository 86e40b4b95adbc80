// Answers that are too long for one tool result, or that come too late for it: kept for a while under a handle, for the
// key that asked. A handle is a name and no permission: every use is checked against the key.
import type { CapturedAnswer } from './captured-response.ts'

export interface StoredResult {
  readonly operation: string
  readonly keyId: string
  /** Resolves when the call has ended; undefined when it broke off. */
  readonly answer: Promise<CapturedAnswer | undefined>
}

export interface Results {
  /** Keeps a result and returns its handle; the oldest of the key make room. */
  keep(result: StoredResult): string
  /** The result of this key under the handle; undefined for an unknown, expired or foreign one. */
  get(handle: string, keyId: string): StoredResult | undefined
}

export interface ResultsDeps {
  readonly clock: () => number
  readonly randomBytes: (count: number) => Buffer
  readonly limits?: Partial<typeof resultLimits>
}

export const resultLimits = { keptMs: 15 * 60_000, perKey: 16, inTotal: 1000, bytes: 64 * 1024 * 1024 }

interface Entry extends StoredResult {
  readonly expiresAt: number
  bytes: number
}

export function createResults({ clock, randomBytes, limits }: ResultsDeps): Results {
  const { keptMs, perKey, inTotal, bytes: byteLimit } = { ...resultLimits, ...limits }
  /** In order of age. */
  const entries = new Map<string, Entry>()
  let heldBytes = 0

  function drop(handle: string, entry: Entry): void {
    if (entries.delete(handle)) heldBytes -= entry.bytes
  }

  function dropOldest(): void {
    for (const [handle, entry] of entries) {
      if (entry.expiresAt > clock() && entries.size <= inTotal && heldBytes <= byteLimit) return
      drop(handle, entry)
    }
  }

  function makeRoomFor(keyId: string): void {
    const own = [...entries].filter(([, entry]) => entry.keyId === keyId)
    for (const [handle, entry] of own.slice(0, Math.max(0, own.length - perKey + 1))) drop(handle, entry)
  }

  return {
    keep(result) {
      makeRoomFor(result.keyId)
      const handle = `res_${randomBytes(18).toString('base64url')}`
      const entry: Entry = { ...result, expiresAt: clock() + keptMs, bytes: 0 }
      entries.set(handle, entry)
      dropOldest()
      void result.answer.then((answer) => {
        if (!answer || entries.get(handle) !== entry) return
        entry.bytes = answer.body.length
        heldBytes += entry.bytes
        dropOldest()
      })
      return handle
    },
    get(handle, keyId) {
      const entry = entries.get(handle)
      if (!entry || entry.keyId !== keyId) return undefined
      if (entry.expiresAt > clock()) return entry
      drop(handle, entry)
      return undefined
    },
  }
}
