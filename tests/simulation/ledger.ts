// What the world has been promised, and every promise that was broken. It sees all processes at once, by the true time.
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Processes may begin a minute this much earlier or later than the true time. */
const edgeMs = 1500

export interface Plan {
  readonly perMinute: number
  readonly perDay: number
}

export interface KeyRecord {
  readonly id: string
  readonly accountId: string
  readonly secret: string
  /** The times at which its revocation was acknowledged, and first asked for. */
  revokedAtMs?: number
  askedAtMs?: number
}

interface Ledger {
  readonly violations: string[]
  readonly keys: KeyRecord[]
  admitted(accountId: string, atMs: number): void
  /** A key was accepted, or not, by a call that began at `beganMs`. */
  identified(
    key: KeyRecord,
    outcome: { readonly isAccepted: boolean; readonly beganMs: number; readonly by: string },
  ): void
  /** A provider key was to be stored; the result is called once it is known to be. */
  storing(name: string, value: string | undefined): { acknowledged(): void }
  /** A provider key was read by a call that began when `began` was taken. */
  opened(name: string, value: string | undefined, began: { readonly order: number; readonly by: string }): void
  order(): number
  admittedCalls(accountId: string, day: number): number
  days(): { readonly accountId: string; readonly day: number; readonly calls: number }[]
}

interface Write {
  readonly value: string | undefined
  readonly asked: number
  acknowledged?: number
}

export function createLedger(plans: ReadonlyMap<string, Plan>): Ledger {
  const violations: string[] = []
  const counts = new Map<string, number>()
  const days = new Map<string, { accountId: string; day: number; calls: number }>()
  const writes = new Map<string, Write[]>()
  let order = 0

  function count(window: string, limit: number): void {
    const calls = (counts.get(window) ?? 0) + 1
    counts.set(window, calls)
    if (calls === limit + 1) violations.push(`over-admitted: more than ${limit} calls in ${window}`)
  }

  return {
    violations,
    keys: [],
    order: () => ++order,
    admitted(accountId, atMs) {
      const { perMinute, perDay } = plans.get(accountId) ?? { perMinute: 0, perDay: 0 }
      const [minute, day] = [Math.floor(atMs / minuteMs), Math.floor(atMs / dayMs)]
      if (Math.floor((atMs - edgeMs) / minuteMs) === minute && Math.floor((atMs + edgeMs) / minuteMs) === minute)
        count(`minute ${minute} of ${accountId}`, perMinute)
      if (Math.floor((atMs - edgeMs) / dayMs) === day && Math.floor((atMs + edgeMs) / dayMs) === day) {
        count(`day ${day} of ${accountId}`, perDay)
        const key = `${accountId} ${day}`
        const known = days.get(key) ?? { accountId, day, calls: 0 }
        known.calls++
        days.set(key, known)
      }
    },
    identified(key, { isAccepted, beganMs, by }) {
      if (isAccepted && key.revokedAtMs !== undefined && beganMs > key.revokedAtMs)
        violations.push(`revoked: ${by} accepted ${key.id} ${beganMs - key.revokedAtMs} ms after its revocation`)
      if (!isAccepted && key.askedAtMs === undefined) violations.push(`lost: ${by} did not accept ${key.id}`)
    },
    storing(name, value) {
      const write: Write = { value, asked: ++order }
      writes.set(name, [...(writes.get(name) ?? []), write])
      return {
        acknowledged() {
          write.acknowledged = ++order
        },
      }
    },
    opened(name, value, { order: began, by }) {
      const all = writes.get(name) ?? []
      // whatever was overwritten, acknowledged, before the call began is gone
      const settled = all.filter(({ acknowledged }) => acknowledged !== undefined && acknowledged < began)
      const isPossible = (write: Write) =>
        write.value === value &&
        !settled.some((later) => later.asked > (write.acknowledged ?? Number.POSITIVE_INFINITY))
      const isNone = value === undefined && settled.length === 0
      if (!isNone && !all.some(isPossible)) violations.push(`lost: ${by} read ${value} of ${name}`)
    },
    admittedCalls: (accountId, day) => days.get(`${accountId} ${day}`)?.calls ?? 0,
    days: () => [...days.values()],
  }
}
