// Moves the clocks of an account's sandboxes.
import { fail } from '#define'
import { createSandboxesRepository, type Store } from '#store'
import { isForClocks, readDuration, readMoment } from '../../embedded/sandboxes/moments.ts'
import type { Sandboxes } from '../../embedded/sandboxes/sandboxes.ts'
import { timeOf } from '../../embedded/sandboxes/time.ts'

interface ClockDeps {
  readonly store: Store
  readonly sandboxes: Sandboxes
  /** Milliseconds since the epoch, as the gateway's own providers see it. */
  readonly providerClock: () => number
}

interface ClockChange {
  readonly now?: string | undefined
  readonly advance?: string | undefined
  readonly running?: boolean | undefined
}

const longestAdvanceMs = 400 * 86_400_000

/**
 * Creates the function that moves a clock and runs the scheduled work that falls due on the way. It fails with
 * 'input.invalid' and 'sandbox.unknown'.
 */
export function createMoveClock({ store, sandboxes, providerClock: real }: ClockDeps) {
  const rows = createSandboxesRepository(store)
  return async (account: string, name: string, change: ClockChange): Promise<void> => {
    const { row, sandbox, release } = await sandboxes.acquire(account, name)
    try {
      const before = timeOf(row.clock, real)
      const after = nextTime(before, change)
      if (after > before) await sandbox.runJobs(after)
      const runs = change.running ?? (change.advance !== undefined && 'aheadMs' in row.clock)
      const clock = runs ? { aheadMs: after - real() } : { at: after }
      await rows.setClock(row.id, clock)
      sandbox.setClock(clock)
    } finally {
      release()
    }
  }
}

function nextTime(before: number, { now, advance, running }: ClockChange): number {
  if ([now, advance, running].filter((value) => value !== undefined).length !== 1)
    throw refusal('the body has one of now, advance and running')
  if (now !== undefined) return momentOf('now', now)
  if (advance === undefined) return before
  const ms = readDuration(advance)
  if (ms === undefined || ms > longestAdvanceMs)
    throw refusal('advance is a duration such as P1DT12H, at most 400 days, without months and years')
  if (ms > 0 && !isForClocks(before + ms)) throw refusal('advance goes beyond 2099, where no clock may stand')
  return before + ms
}

/** Returns the time in a field; fails with 'input.invalid'. */
export function momentOf(field: string, text: string): number {
  const at = readMoment(text)
  if (at === undefined) throw refusal(`${field} is a time of the years 2000 to 2099 such as 2027-01-01T00:00:00Z`)
  return at
}

const refusal = (problems: string) => fail('input.invalid', { problems })
