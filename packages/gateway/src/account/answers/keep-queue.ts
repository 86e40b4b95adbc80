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
  /** Reports whether so many answers wait that another one of the account would not be kept. */
  isFull(accountId: string): boolean
  /** Reserves memory for a part of an answer that arrives; false if there is none, and the answer is not kept. */
  reserve(bytes: number): boolean
  release(bytes: number): void
  /** Takes over an answer with the memory that was reserved for it. */
  add(accountId: string, kept: { readonly answer: KeptAnswer; readonly reserved: number }): void
  /** Notes in the log that an answer is not kept. */
  drop(reason: string): void
  /** Returns a time later than all that it returned before, the present one if possible. */
  stamp(): number
  /** Resolves once all that was added is written, or could not be; of one account, if it is named. */
  settled(accountId?: string): Promise<void>
}

/** The memory of answers that arrive or wait. */
const mostBytes = 32 * 1024 * 1024
const mostWaiting = 2000
const mostOfAccount = 500
const atOnce = 50
/** The rest after writing, as a multiple of the time it took, so that calls have most of the time. */
const restFactor = 24
const longestRestMs = 10_000
/** Interval at which the log says that answers are not kept. */
const logEveryMs = 10_000

interface Waiting {
  readonly answer: KeptAnswer
  readonly reserved: number
  readonly written: PromiseWithResolvers<void>
}

/** Creates an empty queue. */
export function createKeepQueue({ write, clock, log }: KeepQueueDeps): KeepQueue {
  /** Waiting answers by account; the account whose turn is next comes first. */
  const waiting = new Map<string, Waiting[]>()
  let count = 0
  let underWay: Turn | undefined
  let reservedBytes = 0
  let isDraining = false
  const pauses = createPauses()
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

  async function drain(): Promise<void> {
    for (let turn = takeTurn(waiting); turn; turn = takeTurn(waiting)) {
      underWay = turn
      const { accountId, next } = turn
      count -= next.length
      const startedMs = performance.now()
      try {
        await write(
          accountId,
          next.map(({ answer }) => answer),
        )
      } catch (error) {
        for (const _one of next) drop('the database did not take them', error)
      }
      underWay = undefined
      for (const { reserved, written } of next) {
        reservedBytes -= reserved
        written.resolve()
      }
      await pauses.rest(restFactor * (performance.now() - startedMs))
    }
    isDraining = false
  }

  const isFull: KeepQueue['isFull'] = (accountId) =>
    count >= mostWaiting || (waiting.get(accountId) ?? []).length >= mostOfAccount

  return {
    isFull,
    reserve(bytes) {
      if (reservedBytes + bytes > mostBytes) return false
      reservedBytes += bytes
      return true
    },
    release(bytes) {
      reservedBytes -= bytes
    },
    add(accountId, { answer, reserved }) {
      if (isFull(accountId)) {
        reservedBytes -= reserved
        drop('too many are waiting')
        return
      }
      const own = waiting.get(accountId) ?? []
      own.push({ answer, reserved, written: Promise.withResolvers() })
      waiting.set(accountId, own)
      count++
      if (isDraining) return
      isDraining = true
      // in a later tick: the call that adds it goes on first
      setImmediate(() => void drain())
    },
    drop: (reason) => drop(reason),
    stamp() {
      lastStamp = Math.max(clock(), lastStamp + 1)
      return lastStamp
    },
    async settled(accountId) {
      // no later ones: others may add without end
      const lists = accountId === undefined ? [...waiting.values()] : [waiting.get(accountId) ?? []]
      if (underWay && (accountId ?? underWay.accountId) === underWay.accountId) lists.push(underWay.next)
      const written = lists.flatMap((list) => list.at(-1)?.written.promise ?? [])
      if (written.length > 0) await pauses.without(Promise.all(written))
    },
  }
}

interface Turn {
  readonly accountId: string
  readonly next: Waiting[]
}

/** Takes the next answers of the account whose turn it is, which then comes behind the others. */
function takeTurn(waiting: Map<string, Waiting[]>): Turn | undefined {
  const [first] = waiting
  if (!first) return undefined
  const [accountId, own] = first
  const next = own.splice(0, atOnce)
  waiting.delete(accountId)
  if (own.length > 0) waiting.set(accountId, own)
  return { accountId, next }
}

interface Pauses {
  rest(ms: number): Promise<void>
  /** Waits for work, during which nobody rests. */
  without(work: Promise<unknown>): Promise<void>
}

function createPauses(): Pauses {
  let hurrying = 0
  let wake: (() => void) | undefined
  return {
    async rest(ms) {
      if (hurrying > 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, Math.min(ms, longestRestMs))
      wake = resolve
      await promise
      clearTimeout(timer)
      wake = undefined
    },
    async without(work) {
      hurrying++
      wake?.()
      await work
      hurrying--
    },
  }
}
