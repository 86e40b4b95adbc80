// Long work that is told about while it runs: server-sent events of progress, then of its result or its error. The work goes
// on when nobody listens any more.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#define'
import { Failure, fail } from '#define'

/** Facts of one event, beside its kind. */
type Facts = Readonly<Record<string, unknown>>

export interface Work {
  /** Frames of `text/event-stream` for one listener: the newest progress a few times a second, then how it ended. */
  frames(): AsyncGenerator<string>
  /** Settles when the work has ended, whatever way; never rejects. */
  readonly ended: Promise<void>
}
export interface WorkOrder {
  /** Names the work in the log. */
  readonly name: string
  readonly log: Log
  readonly run: (progress: (facts: Facts) => void) => Promise<Facts>
  readonly pace?: Pace
}
/** How often listeners are told of progress, and after how long a silence that there is none. */
interface Pace {
  readonly stepMs: number
  readonly silenceMs: number
}

/** Progress comes as often as once per record, and people need less; proxies end what is silent for a minute. */
const usualPace: Pace = { stepMs: 200, silenceMs: 15_000 }
const silence = ': still at work\n\n'

/** Begins the work at once. */
export function startWork({ name, log, run, pace = usualPace }: WorkOrder): Work {
  let latest: Facts | undefined
  let last: { readonly kind: 'result' | 'error'; readonly facts: Facts } | undefined
  const over = new AbortController()
  const progress = (facts: Facts) => {
    latest = facts
  }
  const ended = (async () => {
    try {
      last = { kind: 'result', facts: await run(progress) }
    } catch (error) {
      last = { kind: 'error', facts: { error: toldOf(error, name, log) } }
    } finally {
      over.abort()
    }
  })()

  async function* frames(): AsyncGenerator<string> {
    let told: Facts | undefined
    let quietMs = 0
    while (!last) {
      if (latest !== told) {
        told = latest
        quietMs = 0
        yield frame('progress', latest ?? {})
      } else if (quietMs >= pace.silenceMs) {
        quietMs = 0
        yield silence
      }
      quietMs += pace.stepMs
      // not a race with `ended`, which would remember every round of hours
      await sleep(pace.stepMs, undefined, { signal: over.signal }).catch(() => undefined)
    }
    if (latest !== told) yield frame('progress', latest ?? {})
    yield frame(last.kind, last.facts)
  }
  return { frames, ended }
}

function frame(kind: string, facts: Facts): string {
  return `event: ${kind}\ndata: ${JSON.stringify({ kind, ...facts })}\n\n`
}

/** The public part of an error; what is not of the registry goes to the log. */
function toldOf(error: unknown, name: string, log: Log): { code: string; message: string } {
  const failure = error instanceof Failure ? error : fail('internal.bug', {}, { cause: error })
  const { code, message, facts } = failure
  if (facts.from !== 'caller') log.error(`${name} failed`, { code, cause: causeOf(failure) })
  return { code, message }
}

function causeOf({ notes }: Failure): string | undefined {
  const { cause, note } = notes
  return cause instanceof Error ? `${cause.name}: ${cause.message}\n${cause.stack ?? ''}` : note
}
