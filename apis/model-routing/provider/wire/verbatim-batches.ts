// The bytes of a streamed answer for a caller of the same wire: whole frames as they came, beside what was read from
// them.
import { isJson, parsed } from './json.ts'
import { ModelError } from './model-error.ts'
import { cutStream, largeAnswer, malformedAnswer, type ServerEvent, ServerEventParser } from './sse.ts'
import type { StreamEvent } from './stream-event.ts'
import { framesIn, WholeFrames } from './whole-frames.ts'

export interface VerbatimOptions {
  /** The usage was requested for metering alone: the frame that reports nothing else is left out. */
  readonly dropsUsage?: boolean
  /** The caller gets the data of the frames as the elements of one JSON array. */
  readonly asArray?: boolean | undefined
}

export class VerbatimBatches {
  readonly #options: VerbatimOptions
  readonly #frames = new WholeFrames()
  readonly #parser = new ServerEventParser()
  #taken: Buffer | undefined
  #data: readonly ServerEvent[] = []
  #elements = 0

  constructor(options: VerbatimOptions) {
    this.#options = options
  }

  take(chunk: Uint8Array): readonly ServerEvent[] {
    this.#taken = undefined
    this.#data = []
    const frames = this.#frames.take(chunk)
    return frames === undefined ? [] : this.#read(frames, this.#parser.take(frames))
  }
  end(): readonly ServerEvent[] {
    const rest = this.#frames.rest()
    return this.#read(rest, [...this.#parser.take(rest), ...this.#parser.end()])
  }
  #read(frames: Buffer, data: readonly ServerEvent[]): readonly ServerEvent[] {
    const isAdded = this.#options.dropsUsage === true && data.some(isUsageAlone)
    this.#taken = isAdded ? withoutUsage(frames) : frames
    this.#data = data
    return data
  }

  pass(events: StreamEvent[], { count, failure }: Outcome): void {
    const isError = failure !== undefined && isReported(failure.cause)
    const isEnd = events.at(-1)?.kind === 'end'
    if (failure && !isError) this.#keep(count)
    const bytes = this.#options.asArray ? this.#array(isEnd) : this.#taken
    this.#taken = undefined
    this.#data = []
    if (bytes === undefined || bytes.length === 0) return
    // the end stays last
    events.splice(isEnd ? -1 : events.length, 0, { kind: 'verbatim', bytes, isError })
  }
  /** Only the frames of the first events: the next one is no answer of this wire. */
  #keep(count: number): void {
    this.#data = this.#data.slice(0, count)
    if (this.#taken) this.#taken = firstFrames(this.#taken, count)
  }
  #array(isEnd: boolean): Buffer {
    let text = ''
    for (const { data } of this.#data) text += `${this.#elements++ === 0 ? '[' : ',\r\n'}${data}`
    return Buffer.from(isEnd ? `${text}]` : text)
  }
}

/** The frames that hold the first events. */
export function firstFrames(frames: Buffer, count: number): Buffer {
  const kept: Buffer[] = []
  let left = count
  for (const frame of framesIn(frames)) {
    left -= new ServerEventParser().take(frame).length
    if (left < 0) break
    kept.push(frame)
  }
  return Buffer.concat(kept)
}

/** How many events were read, and what the next one failed with. */
interface Outcome {
  readonly count: number
  readonly failure?: { readonly cause: unknown } | undefined
}

/** An error that the provider reported in its answer. */
export const isReported = (cause: unknown): boolean =>
  cause instanceof ModelError && ![malformedAnswer, largeAnswer, cutStream].includes(cause.code ?? '')

/** Whether it is a chunk of chat or text completions without choices, which reports the usage alone. */
export function isUsageAlone({ data }: ServerEvent): boolean {
  return data.includes('_tokens"') && reportsUsageAlone(parsed(data))
}

/** The same of a parsed chunk. */
export const reportsUsageAlone = (json: unknown): boolean =>
  isJson(json) && isJson(json.usage) && Array.isArray(json.choices) && json.choices.length === 0

export const withoutUsage = (frames: Buffer): Buffer => {
  if (!frames.includes('_tokens"')) return frames
  return Buffer.concat(framesIn(frames).filter((frame) => !new ServerEventParser().take(frame).some(isUsageAlone)))
}
