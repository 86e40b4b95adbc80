// The course of a fine-tune over time: its states and events follow from the clock and its settings, so nothing has to
// run. There is no training: examples are stored, and the second event says so.

export interface FineTuneDetails {
  readonly base: string
  readonly epochs: number
  readonly batchSize: number | null
  readonly learningRate: number | null
  readonly promptLossWeight: number
  readonly examples: number
  /** The number of examples stored; absent in fine-tunes of earlier versions. */
  readonly learned?: number
  /** The problem with the examples; null if they are usable. */
  readonly problem: string | null
  /** Name that the model gets. */
  readonly model: string
  /** Files as they were shown at that time. */
  readonly training: FileDetails
  readonly validation: FileDetails | null
  readonly resultFile: string | null
}
export interface FileDetails {
  readonly id: string
  readonly object: 'file'
  readonly bytes: number
  readonly created_at: number
  readonly filename: string
  readonly purpose: string
  readonly status: string
}
type FineTuneState = 'pending' | 'running' | 'succeeded' | 'failed' | 'cancelled'
export interface FineTuneEvent {
  readonly object: 'fine-tune-event'
  readonly created_at: number
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
}
interface Course {
  readonly state: FineTuneState
  readonly events: readonly FineTuneEvent[]
  /** Unix seconds. */
  readonly updatedAt: number
  /** Time of the next event; undefined once the fine-tune has ended. */
  readonly nextMs: number | undefined
}

const queueMs = 10_000
/** Twenty milliseconds per example, between five seconds and a minute. */
const epochMs = ({ examples }: FineTuneDetails) => Math.min(60_000, Math.max(5000, 20 * examples))
const stepMs = 1000

/** Milliseconds from its creation to its success. */
export const lengthOf = (details: FineTuneDetails): number => queueMs + details.epochs * epochMs(details) + 3 * stepMs

interface Step {
  readonly atMs: number
  readonly state: FineTuneState
  readonly level?: FineTuneEvent['level']
  readonly message: string
}

function* stepsOf(id: string, details: FineTuneDetails): Generator<Step> {
  const pending = { state: 'pending' } as const
  const running = { state: 'running' } as const
  yield { ...pending, atMs: 0, message: `Created fine-tune: ${id}` }
  const note =
    'This gateway trains no models: it remembers the examples and answers what is asked like one of them with its completion. The stages follow the clock.'
  yield { ...pending, atMs: 0, level: 'warn', message: note }
  yield { ...pending, atMs: stepMs, message: 'Fine-tune costs $0.00' }
  yield { ...pending, atMs: 2 * stepMs, message: 'Fine-tune enqueued. Queue number: 0' }
  yield { ...running, atMs: queueMs, message: 'Fine-tune started' }
  if (details.problem !== null) {
    yield { atMs: queueMs + stepMs, state: 'failed', level: 'error', message: `Fine-tune failed. ${details.problem}` }
    return
  }
  for (let epoch = 1; epoch <= details.epochs; epoch++)
    yield {
      ...running,
      atMs: queueMs + epoch * epochMs(details),
      message: `Completed epoch ${epoch}/${details.epochs}`,
    }
  const endMs = lengthOf(details)
  const { learned = 0, examples } = details
  yield { ...running, atMs: endMs - 2 * stepMs, message: `Remembered ${learned} of ${examples} examples` }
  yield { ...running, atMs: endMs - 2 * stepMs, message: `Uploaded model: ${details.model}` }
  yield { ...running, atMs: endMs - stepMs, message: `Uploaded result file: ${details.resultFile ?? ''}` }
  yield { atMs: endMs, state: 'succeeded', message: 'Fine-tune succeeded' }
}

export interface StartedTune {
  readonly id: string
  readonly details: FineTuneDetails
  readonly createdMs: number
  readonly cancelledMs: number | null
}
/** Returns the state at a moment. */
export function courseOf({ id, details, createdMs, cancelledMs }: StartedTune, nowMs: number): Course {
  const untilMs = Math.min(nowMs, cancelledMs ?? nowMs)
  let state: FineTuneState = 'pending'
  const events: FineTuneEvent[] = []
  let nextMs: number | undefined
  const add = (atMs: number, level: FineTuneEvent['level'], message: string) =>
    events.push({ object: 'fine-tune-event', created_at: Math.floor(atMs / 1000), level, message })
  for (const step of stepsOf(id, details)) {
    const atMs = createdMs + step.atMs
    if (atMs > untilMs) {
      nextMs = atMs
      break
    }
    state = step.state
    add(atMs, step.level ?? 'info', step.message)
  }
  if (cancelledMs !== null && cancelledMs <= nowMs) {
    state = 'cancelled'
    nextMs = undefined
    add(cancelledMs, 'info', 'Fine-tune cancelled')
  }
  return { state, events, updatedAt: events.at(-1)?.created_at ?? Math.floor(createdMs / 1000), nextMs }
}

/** True if the fine-tune has ended. */
export const isOver = (state: FineTuneState): boolean => state !== 'pending' && state !== 'running'
