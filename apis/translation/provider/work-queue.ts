// A queue of work that outlives its call: two pieces at once, of different accounts, so that a long piece holds up only
// its own account. The row of a waiting or running piece is updated every few seconds. A piece that finds the queue
// full stays stored, and begins when its state is requested.
import { createTurns } from '#provider/run'
import { tooBusy } from './errors.ts'

interface Piece {
  readonly account: string
  readonly id: string
}
interface WorkQueueOptions<P extends Piece> {
  /** Records that this process still holds the piece. */
  readonly report: (piece: P) => Promise<unknown>
  readonly onError: (piece: P, error: unknown) => void
}
interface WorkQueue<P extends Piece, T> {
  /** Aborted when the process stops. */
  readonly closing: AbortSignal
  /** True if the row has not been updated for a minute and this process does not hold the piece. */
  isLeft(piece: Pick<P, 'id'> & { readonly updated_at: number }, now: number): boolean
  /**
   * Runs the work in its turn; resolves with undefined if the process stops first. Small pieces never wait for large
   * ones.
   */
  run(piece: P, work: () => Promise<T>, size?: 'small' | 'large'): Promise<T | undefined>
  /** True while a piece waits or runs. */
  isAtWork(): boolean
  close(): Promise<void>
}

const reportMs = 5000
const staleMs = 60_000
const limits = { running: 2, runningPerOwner: 1, waiting: 2000, waitingPerOwner: 200, makeBusyError: tooBusy }

export function createWorkQueue<P extends Piece, T>({ report, onError }: WorkQueueOptions<P>): WorkQueue<P, T> {
  const turns = { small: createTurns(limits), large: createTurns(limits) }
  const closing = new AbortController()
  const running = new Map<string, Promise<unknown>>()
  return {
    closing: closing.signal,
    isLeft: ({ id, updated_at }, now) => !running.has(id) && now - updated_at > staleMs,
    run(piece, work, size = 'large') {
      const failed = (error: unknown) => {
        if (!closing.signal.aborted) onError(piece, error)
      }
      const timer = setInterval(() => void report(piece).catch(failed), reportMs)
      timer.unref()
      const done = turns[size]
        .run(piece.account, async () => (closing.signal.aborted ? undefined : work()))
        .finally(() => {
          clearInterval(timer)
          running.delete(piece.id)
        })
      running.set(piece.id, done)
      done.catch(failed)
      return done
    },
    isAtWork: () => running.size > 0,
    async close() {
      closing.abort()
      await Promise.allSettled(running.values())
    },
  }
}
