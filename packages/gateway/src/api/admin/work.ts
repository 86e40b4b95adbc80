// Long work that reports while it runs: server-sent events of its progress, then of its result or error. The work
// continues without listeners.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '#define'
import { Failure, fail } from '#define'

/** Data of an event, beside its kind. */
type EventData = Readonly<Record<string, unknown>>

export interface Work {
  /** Frames of `text/event-stream` for one listener: the latest progress a few times a second, then the outcome. */
  frames(): AsyncGenerator<string>
  /** Resolves when the work has ended in any way; never rejects. */
  readonly ended: Promise<void>
}
interface WorkOptions {
  /** Name of the work in the log. */
  readonly name: string
  readonly log: Log
  readonly run: (report: (progress: EventData) => void) => Promise<EventData>
  readonly pace?: Pace
}
/**
 * The interval at which listeners get the latest progress, and the silence after which they get a keep-alive comment.
 */
interface Pace {
  readonly stepMs: number
  readonly silenceMs: number
}

/**
 * The pace for people and proxies: progress is reported as often as once per record, and proxies close connections that
 * are silent for a minute.
 */
const usualPace: Pace = { stepMs: 200, silenceMs: 15_000 }
const keepAlive = ': still working\n\n'

/** Starts the work at once. */
export function startWork({ name, log, run, pace = usualPace }: WorkOptions): Work {
  let latest: EventData | undefined
  let outcome: { readonly kind: 'result' | 'error'; readonly data: EventData } | undefined
  const over = new AbortController()
  const report = (progress: EventData) => {
    latest = progress
  }
  const ended = (async () => {
    try {
      outcome = { kind: 'result', data: await run(report) }
    } catch (error) {
      outcome = { kind: 'error', data: { error: publicError(error, name, log) } }
    } finally {
      over.abort()
    }
  })()

  async function* frames(): AsyncGenerator<string> {
    let sent: EventData | undefined
    let quietMs = 0
    while (!outcome) {
      if (latest !== sent) {
        sent = latest
        quietMs = 0
        yield frame('progress', latest ?? {})
      } else if (quietMs >= pace.silenceMs) {
        quietMs = 0
        yield keepAlive
      }
      quietMs += pace.stepMs
      // not a race with `ended`, which would retain every round for hours
      await sleep(pace.stepMs, undefined, { signal: over.signal }).catch(() => undefined)
    }
    if (latest !== sent) yield frame('progress', latest ?? {})
    yield frame(outcome.kind, outcome.data)
  }
  return { frames, ended }
}

function frame(kind: string, data: EventData): string {
  return `event: ${kind}\ndata: ${JSON.stringify({ kind, ...data })}\n\n`
}

/** Returns the public part of an error; the rest goes to the log. */
function publicError(error: unknown, name: string, log: Log): { code: string; message: string } {
  const failure = error instanceof Failure ? error : fail('internal.bug', {}, { cause: error })
  const { code, message, info: facts } = failure
  if (facts.from !== 'caller') log.error(`${name} failed`, { code, cause: causeOf(failure) })
  return { code, message }
}

function causeOf({ notes }: Failure): string | undefined {
  const { cause, note } = notes
  return cause instanceof Error ? `${cause.name}: ${cause.message}\n${cause.stack ?? ''}` : note
}
