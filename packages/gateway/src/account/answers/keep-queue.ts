// Answers on their way into the database. Callers never wait for it: beyond its bounds an answer is not kept.
import type { Log } from '../../process/log.ts'
import type { KeptAnswer } from './kept-answer.ts'

interface KeepQueueDeps {
  /** Writes answers of one account. */
  readonly write: (accountId: string, answers: readonly KeptAnswer[]) => Promise<unknown>
  readonly clock: () => number
  readonly log: Pick<Log, 'warn'>
}
export interface KeepQueue {
  /** Reserves memory for a part of an answer that arrives; false if there is none, and the answer is not kept. */
  reserve(bytes: number): boolean
  release(bytes: number): void
  /** Takes over an answer with the memory that was reserved for it. */
  add(accountId: string, kept: { readonly answer: KeptAnswer; readonly reserved: number }): void
  /** Notes in the log that an answer is not kept. */
  drop(reason: string): void
  /** Returns a time later than all that it returned before, the present one if possible. */
  stamp(): number
  /** Resolves once everything that was added is written, or could not be. */
  settled(): Promise<void>
}

/** The memory of answers that arrive or wait. */
const mostBytes = 32 * 1024 * 1024
const mostWaiting = 500
const atOnce = 20
/** How often the log says that answers are not kept. */
const logEveryMs = 10_000

interface Waiting {
  readonly accountId: string
  readonly answer: KeptAnswer
  readonly reserved: number
}

/** Creates an empty queue. */
export function createKeepQueue({ write, clock, log }: KeepQueueDeps): KeepQueue {
  const waiting: Waiting[] = []
  let reservedBytes = 0
  let draining: Promise<void> | undefined
  let lastStamp = 0
  let lastLogged = Number.NEGATIVE_INFINITY
  let dropped = 0

  const drop = (reason: string, cause?: unknown) => {
    dropped++
    const now = clock()
    if (now - lastLogged < logEveryMs) return
    log.warn('answers were not kept', {
      answers: dropped,
      reason,
      ...(cause !== undefined && { cause: String(cause) }),
    })
    lastLogged = now
    dropped = 0
  }

  /** Takes the next answers of one account. */
  function take(): Waiting[] {
    const [first] = waiting
    const ofOther = waiting.findIndex(({ accountId }) => accountId !== first?.accountId)
    return waiting.splice(0, Math.min(atOnce, ofOther === -1 ? waiting.length : ofOther))
  }

  async function drain(): Promise<void> {
    for (let next = take(); next[0]; next = take()) {
      try {
        await write(
          next[0].accountId,
          next.map(({ answer }) => answer),
        )
      } catch (error) {
        for (const _one of next) drop('the database did not take them', error)
      }
      for (const { reserved } of next) reservedBytes -= reserved
    }
    draining = undefined
  }

  return {
    reserve(bytes) {
      if (reservedBytes + bytes > mostBytes) return false
      reservedBytes += bytes
      return true
    },
    release(bytes) {
      reservedBytes -= bytes
    },
    add(accountId, { answer, reserved }) {
      if (waiting.length >= mostWaiting) {
        reservedBytes -= reserved
        drop('too many are waiting')
        return
      }
      waiting.push({ accountId, answer, reserved })
      // in a later tick: the call that adds it goes on first
      draining ??= new Promise<void>((resolve) => setImmediate(resolve)).then(drain)
    },
    drop: (reason) => drop(reason),
    stamp() {
      lastStamp = Math.max(clock(), lastStamp + 1)
      return lastStamp
    },
    settled: async () => {
      await draining
    },
  }
}
