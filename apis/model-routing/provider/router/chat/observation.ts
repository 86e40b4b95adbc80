// Observes an answer as it passes: the usage that the provider reports, and what is actually streamed. However the
// answer ends, its call is settled once, for what was received.
import type { Log } from '#define'
import { abortedCall } from '../../errors.ts'
import { addOutput } from '../../wire/answer-text.ts'
import type { Batches } from '../../wire/batches.ts'
import type { EndReason } from '../../wire/end-reason.ts'
import { ModelError } from '../../wire/model-error.ts'
import { laterUsage, noUsage } from '../../wire/reply.ts'
import type { StreamEvent, Usage } from '../../wire/stream-event.ts'
import type { Reservation } from '../metering/meter.ts'
import type { Outcome, Settled } from '../metering/metered-call.ts'
import type { Attempt } from '../routing/health.ts'

interface ObservationDeps {
  readonly reservation: Reservation
  /** The attempt at a channel; undefined for the gateway's own models. */
  readonly attempt: Attempt | undefined
  readonly outcome: Pick<Outcome, 'channel' | 'upstreamModel' | 'attempts' | 'price'>
  readonly signal: AbortSignal
  readonly log: Log
}
export interface Observation {
  /** Events of the answer, with a usage event of every count before the last. Throws ModelError. */
  readonly events: Batches
  /** The cost of the call, once its answer has ended. */
  settled(): Settled | undefined
}

/** The part of an answer that has been received. */
interface Seen {
  usage: Usage
  /** True if the provider ended an answer badly before any content: callers of another wire get an error. */
  hasFailed: boolean
  isComplete: boolean
  readonly output: string[]
}

export function observe(batches: Batches, deps: ObservationDeps): Observation {
  const { signal, attempt } = deps
  const seen: Seen = { usage: noUsage, hasFailed: false, isComplete: false, output: [] }
  let result: Settled | undefined
  let settling: Promise<Settled | undefined> | undefined

  const settleOnce = (ended: EndReason): Promise<Settled | undefined> => {
    settling ??= settle(deps, seen, ended).then((settled) => {
      result = settled
      return settled
    })
    return settling
  }
  const left = () => void settleOnce('left')
  // an answer that is never read is over too when the caller disconnects
  if (signal.aborted) left()
  else signal.addEventListener('abort', left, { once: true })

  async function* observed(): AsyncGenerator<readonly StreamEvent[]> {
    try {
      for await (const batch of batches) {
        see(batch, seen)
        const settled = seen.isComplete ? await settleOnce(seen.hasFailed ? 'failed' : 'whole') : undefined
        yield settled ? withUsage(batch, settled) : batch
      }
    } catch (error) {
      if (error instanceof ModelError && !signal.aborted) attempt?.failed(error)
      await settleOnce(signal.aborted ? 'left' : 'failed')
      throw signal.aborted ? abortedCall(signal, error) : error
    } finally {
      signal.removeEventListener('abort', left)
      // the reader stopped before the end
      await settleOnce(seen.hasFailed ? 'failed' : 'left')
    }
  }
  return { events: observed(), settled: () => result }
}

/** Settles the call. Resolves with undefined after a failure, which is logged. */
async function settle(
  { reservation, outcome, attempt, log }: ObservationDeps,
  { usage, output, isComplete }: Readonly<Seen>,
  ended: EndReason,
): Promise<Settled | undefined> {
  // providers report the usage of complete answers alone: an interrupted one is counted here
  const reported = isComplete ? usage : { ...usage, answer: undefined }
  try {
    const settled = await reservation.settle({ ...outcome, ended, usage: reported, output })
    attempt?.ended(settled.usage.answer)
    return settled
  } catch (error) {
    log.error('a call could not be settled', { cause: String(error) })
    return undefined
  }
}

/** Adds every count before the last event. */
const withUsage = (events: readonly StreamEvent[], { usage }: Settled): readonly StreamEvent[] =>
  events.toSpliced(-1, 0, { kind: 'usage', usage })

function see(events: readonly StreamEvent[], seen: Seen): void {
  seen.isComplete = events.at(-1)?.kind === 'end'
  for (const event of events)
    if (event.kind === 'usage') seen.usage = laterUsage(seen.usage, event.usage)
    else if (event.kind === 'finish' && event.reason === 'failed') seen.hasFailed = true
    else if (event.kind !== 'end' && event.kind !== 'verbatim') addOutput(event, seen.output)
}
