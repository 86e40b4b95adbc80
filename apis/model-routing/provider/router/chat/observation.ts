// Observes an answer as it passes: the usage that the provider reports, and what is actually streamed. However the
// answer ends, its call is settled once, for what was received.
import type { Cancellation, Log } from '#define'
import { abortedCall } from '../../errors.ts'
import { addOutput } from '../../wire/answer-text.ts'
import type { AnswerEvents, Batches } from '../../wire/batches.ts'
import type { EndReason } from '../../wire/end-reason.ts'
import { ModelError } from '../../wire/model-error.ts'
import type { PassedEnd, PassedStream } from '../../wire/passed-stream.ts'
import { laterUsage, noUsage } from '../../wire/reply.ts'
import type { StreamEvent, Usage } from '../../wire/stream-event.ts'
import type { Reservation } from '../metering/meter.ts'
import type { Outcome, Settled } from '../metering/metered-call.ts'
import type { Attempt } from '../routing/health.ts'

export interface ObservationDeps {
  readonly reservation: Reservation
  /** Of the channel; none for the gateway's own models. */
  readonly attempt: Attempt | undefined
  readonly outcome: Pick<Outcome, 'channel' | 'upstreamModel' | 'attempts' | 'price'>
  readonly signal: Cancellation
  readonly log: Log
}
export interface Observation {
  /** The same events; before the last comes a usage event with every count. Throws ModelError. */
  readonly events: AnswerEvents
  /** The cost of the call, once its answer has ended. */
  settled(): Settled | undefined
}

/** What has been received of an answer. */
interface Seen {
  usage: Usage
  readonly output: string[]
}

/** A complete answer. A promise only where tokens have to be counted, or the ledger is full. */
export function observeComplete(
  events: readonly StreamEvent[],
  deps: ObservationDeps,
): Observation | Promise<Observation> {
  const seen: Seen = { usage: noUsage, output: [] }
  see(events, seen)
  const observed = (settled: Settled | undefined): Observation => ({
    events: settled ? withUsage(events, settled) : events,
    settled: () => settled,
  })
  const settled = settle(deps, seen, 'whole')
  return settled instanceof Promise ? settled.then(observed) : observed(settled)
}

export function observe(batches: Batches, deps: ObservationDeps): Observation {
  const { signal, attempt } = deps
  const seen: Seen = { usage: noUsage, output: [] }
  let result: Settled | undefined
  let settling: Promise<Settled | undefined> | undefined

  const settleOnce = (ended: EndReason): Promise<Settled | undefined> => {
    settling ??= Promise.resolve(settle(deps, seen, ended)).then((settled) => {
      result = settled
      return settled
    })
    return settling
  }
  const left = { abort: () => void settleOnce('left') }
  // an answer that nobody begins to read is over too when the caller disconnects
  if (signal.aborted) left.abort()
  else signal.add(left)

  async function* observed(): AsyncGenerator<readonly StreamEvent[]> {
    try {
      for await (const batch of batches) {
        see(batch, seen)
        const settled = batch.at(-1)?.kind === 'end' ? await settleOnce('whole') : undefined
        yield settled ? withUsage(batch, settled) : batch
      }
    } catch (error) {
      if (error instanceof ModelError && !signal.aborted) attempt?.failed(error)
      await settleOnce(signal.aborted ? 'left' : 'failed')
      throw signal.aborted ? abortedCall(signal, error) : error
    } finally {
      signal.remove(left)
      // the reader stopped before the end
      await settleOnce('left')
    }
  }
  return { events: observed(), settled: () => result }
}

/** What is written after an answer that ended so, and was settled for that. */
export type WriteEnd = (end: PassedEnd, settled: Settled | undefined) => string | Promise<string>

/** Settles an answer that is passed on, as it ends. */
export function observePassed(passed: PassedStream, deps: ObservationDeps, write: WriteEnd): void {
  passed.settleWith((end) => {
    const { ended, usage, output, failure } = end
    if (failure instanceof ModelError && ended === 'failed') deps.attempt?.failed(failure)
    const settled = settle(deps, { usage, output }, ended)
    return settled instanceof Promise ? settled.then((known) => write(end, known)) : write(end, settled)
  })
}

/** Undefined when that failed, which is logged. */
function settle(
  { reservation, outcome, attempt, log }: ObservationDeps,
  { usage, output }: Readonly<Pick<Outcome, 'usage' | 'output'>>,
  ended: EndReason,
): Settled | undefined | Promise<Settled | undefined> {
  const { channel, upstreamModel, attempts, price } = outcome
  // a provider reports the usage of a complete answer or none: an interrupted one is counted here
  const reported = ended === 'whole' ? usage : { ...usage, answer: undefined }
  try {
    const settled = reservation.settle({ channel, upstreamModel, attempts, price, ended, usage: reported, output })
    if (settled instanceof Promise) return whenSettled(settled, attempt, log)
    attempt?.ended(settled.usage.answer)
    return settled
  } catch (error) {
    return notSettled(log, error)
  }
}

/** Where tokens have to be counted. */
async function whenSettled(
  settling: Promise<Settled>,
  attempt: Attempt | undefined,
  log: Log,
): Promise<Settled | undefined> {
  try {
    const settled = await settling
    attempt?.ended(settled.usage.answer)
    return settled
  } catch (error) {
    return notSettled(log, error)
  }
}

function notSettled(log: Log, error: unknown): undefined {
  log.error('a call could not be settled', { cause: String(error) })
}

/** With every count before the last event. */
const withUsage = (events: readonly StreamEvent[], { usage }: Settled): readonly StreamEvent[] =>
  events.toSpliced(-1, 0, { kind: 'usage', usage })

function see(events: readonly StreamEvent[], seen: Seen): void {
  for (const event of events)
    if (event.kind === 'usage') seen.usage = laterUsage(seen.usage, event.usage)
    else if (event.kind !== 'end' && event.kind !== 'verbatim') addOutput(event, seen.output)
}
