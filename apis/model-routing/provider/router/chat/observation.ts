// Watches an answer go by: what the provider says of its use, and what is really streamed. However the answer ends, the call is booked
// once, with what came.
import type { Log } from '#define'
import type { AnswerEvents, Batches } from '../../wire/batches.ts'
import { ModelError } from '../../wire/model-error.ts'
import { laterUsage } from '../../wire/reply.ts'
import type { StreamEvent, Usage } from '../../wire/stream-event.ts'
import type { Ended, Outcome, Reservation, Settled } from '../metering/meter.ts'
import type { Trial } from '../routing/health.ts'

export interface Observed {
  readonly reservation: Reservation
  /** Of the channel; none for the gateway's own models. */
  readonly trial: Trial | undefined
  readonly outcome: Pick<Outcome, 'channel' | 'upstreamModel' | 'attempts' | 'price'>
  readonly signal: AbortSignal
  readonly log: Log
}
export interface Observation {
  /** The same events; a last event of usage holds every count. Throws ModelError. */
  readonly events: AnswerEvents
  /** What the call cost, once its answer is over. */
  settled(): Settled | undefined
}

/** What was heard of an answer. */
interface Heard {
  usage: Usage
  readonly said: string[]
}

/** Of a whole answer that is read at once. */
export async function observeWhole(events: readonly StreamEvent[], observed: Observed): Promise<Observation> {
  const heard: Heard = { usage: {}, said: [] }
  hear(events, heard)
  const booked = await book(observed, heard, 'whole')
  return { events: booked ? withUsage(events, booked) : events, settled: () => booked }
}

export function observe(batches: Batches, observed: Observed): Observation {
  const { signal, trial } = observed
  const heard: Heard = { usage: {}, said: [] }
  let result: Settled | undefined
  let booking: Promise<Settled | undefined> | undefined

  const bookOnce = (ended: Ended): Promise<Settled | undefined> => {
    booking ??= book(observed, heard, ended).then((booked) => {
      result = booked
      return booked
    })
    return booking
  }
  const left = () => void bookOnce('left')
  // an answer that nobody begins to read is over as well when the caller goes
  if (signal.aborted) left()
  else signal.addEventListener('abort', left, { once: true })

  async function* watched(): AsyncGenerator<readonly StreamEvent[]> {
    try {
      for await (const batch of batches) {
        hear(batch, heard)
        const booked = batch.at(-1)?.kind === 'end' ? await bookOnce('whole') : undefined
        yield booked ? withUsage(batch, booked) : batch
      }
    } catch (error) {
      if (error instanceof ModelError && !signal.aborted) trial?.failed(error)
      await bookOnce(signal.aborted ? 'left' : 'failed')
      throw signal.aborted ? callerLeft(error) : error
    } finally {
      signal.removeEventListener('abort', left)
      // the reader stopped in the midst of it
      await bookOnce('left')
    }
  }
  return { events: watched(), settled: () => result }
}

/** Undefined where it failed, which the log is told. */
async function book(observed: Observed, { usage, said }: Heard, ended: Ended): Promise<Settled | undefined> {
  const { reservation, outcome, trial, log } = observed
  try {
    // what is left of a broken-off answer is counted: the provider told the use of a whole one, or none
    const told = ended === 'whole' ? usage : { ...usage, answer: undefined }
    const settled = await reservation.settle({ ...outcome, ended, usage: told, answer: said })
    trial?.over(settled.usage.answer)
    return settled
  } catch (error) {
    log.error('a call could not be booked', { cause: String(error) })
    return undefined
  }
}

/** The events up to their end, with every count before it. */
const withUsage = (events: readonly StreamEvent[], { usage }: Settled): readonly StreamEvent[] =>
  events.toSpliced(-1, 0, { kind: 'usage', usage })

/** Nobody reads it; the log does. */
export function callerLeft(cause: unknown): ModelError {
  return new ModelError('timeout', 'The caller went away, or its time was over.', {
    status: 499,
    code: 'caller_left',
    cause,
  })
}

function hear(events: readonly StreamEvent[], heard: Heard): void {
  for (const event of events)
    if (event.kind === 'usage') heard.usage = laterUsage(heard.usage, event.usage)
    else if (event.kind !== 'end') note(event, heard.said)
}

/** What counts as tokens of the answer. */
function note(event: StreamEvent, said: string[]): void {
  if (event.kind === 'text' || event.kind === 'thinking' || event.kind === 'refusal' || event.kind === 'toolInput') {
    const last = said.length - 1
    // one text for the tokenizer: pieces of a stream cut words apart; not too long for it either
    if (last >= 0 && (said[last]?.length ?? 0) < 8192) said[last] += event.text
    else said.push(event.text)
  } else if (event.kind === 'toolCall') said.push(event.name)
}
