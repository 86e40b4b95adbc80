// Watches an answer go by: what the provider says of its use, and what is really streamed. However the answer ends, the call is booked
// once, with what came.
import type { Log } from '#define'
import { ModelFault, type ReplyEvent, type Usage } from '../conversation.ts'
import type { Batches } from '../formats/batches.ts'
import { laterUsage } from '../formats/reply-log.ts'
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
  /** The same events; a last event of usage holds every count. Throws ModelFault. */
  readonly events: Batches
  /** What the call cost, once its answer is over. */
  settled(): Settled | undefined
}

export function observe(batches: Batches, observed: Observed): Observation {
  const { signal, trial, log } = observed
  const said: string[] = []
  let usage: Usage = {}
  let result: Settled | undefined
  let booking: Promise<Settled | undefined> | undefined

  const book = (ended: Ended): Promise<Settled | undefined> => {
    booking ??= settle(ended).catch((error: unknown) => {
      log.error('a call could not be booked', { cause: String(error) })
      return undefined
    })
    return booking
  }
  async function settle(ended: Ended): Promise<Settled> {
    // what is left of a broken-off answer is counted: the provider told the use of a whole one, or none
    const told = ended === 'whole' ? usage : { ...usage, answer: undefined }
    result = await observed.reservation.settle({ ...observed.outcome, ended, usage: told, answer: said })
    trial?.over(result.usage.answer)
    return result
  }
  const left = () => void book('left')
  // an answer that nobody begins to read is over as well when the caller goes
  if (signal.aborted) left()
  else signal.addEventListener('abort', left, { once: true })

  async function* watched(): AsyncGenerator<readonly ReplyEvent[]> {
    try {
      for await (const batch of batches) {
        for (const event of batch) {
          if (event.kind === 'usage') usage = laterUsage(usage, event.usage)
          else if (event.kind !== 'end') note(event, said)
        }
        const end = batch.at(-1)
        const booked = end?.kind === 'end' ? await book('whole') : undefined
        if (end && booked) yield [...batch.slice(0, -1), { kind: 'usage', usage: booked.usage }, end]
        else yield batch
      }
    } catch (error) {
      if (error instanceof ModelFault && !signal.aborted) trial?.failed(error)
      await book(signal.aborted ? 'left' : 'failed')
      throw signal.aborted ? callerLeft(error) : error
    } finally {
      signal.removeEventListener('abort', left)
      // the reader stopped in the midst of it
      await book('left')
    }
  }
  return { events: watched(), settled: () => result }
}

/** Nobody reads it; the log does. */
export function callerLeft(cause: unknown): ModelFault {
  return new ModelFault('timeout', 'The caller went away, or its time was over.', {
    status: 499,
    code: 'caller_left',
    cause,
  })
}

/** What counts as tokens of the answer. */
function note(event: ReplyEvent, said: string[]): void {
  if (event.kind === 'text' || event.kind === 'thinking' || event.kind === 'refusal' || event.kind === 'input') {
    const last = said.length - 1
    // one text for the tokenizer: pieces of a stream cut words apart; not too long for it either
    if (last >= 0 && (said[last]?.length ?? 0) < 8192) said[last] += event.text
    else said.push(event.text)
  } else if (event.kind === 'call') said.push(event.name)
}
