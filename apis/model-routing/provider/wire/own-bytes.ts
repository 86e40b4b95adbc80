// The bytes of a streamed answer for a caller of the same wire: whole frames as they came, beside what was read from
// them.
import { isJson, parsed } from './json.ts'
import { ModelError } from './model-error.ts'
import { cutStream, type Frame, largeAnswer, malformedAnswer } from './sse.ts'
import type { StreamEvent } from './stream-event.ts'

export interface VerbatimOptions {
  /** True if the usage was requested for metering alone: the frame that reports nothing else is left out. */
  readonly dropsUsage?: boolean
  /** True if the caller gets the data of the frames as the elements of one JSON array. */
  readonly asArray?: boolean | undefined
}

/** The result of reading frames: the events of the first `count`, and the error of the next one. */
interface Outcome {
  readonly events: StreamEvent[]
  readonly count: number
  readonly failure: { readonly cause: unknown } | undefined
}

export class OwnBytes {
  readonly #options: VerbatimOptions
  #elements = 0

  constructor(options: VerbatimOptions) {
    this.#options = options
  }

  /**
   * Adds the bytes to the events, before the end of the answer. The first frame that is not an answer of this wire, and
   * all after it, are left out.
   */
  pass(frames: readonly Frame[], { events, count, failure }: Outcome): void {
    const isError = failure !== undefined && isReported(failure.cause)
    const isEnd = events.at(-1)?.kind === 'end'
    const passed = failure && !isError ? frames.slice(0, count) : frames
    const bytes = this.#options.asArray ? this.#array(passed, isEnd) : this.#bytes(passed)
    if (bytes.length > 0) events.splice(isEnd ? -1 : events.length, 0, { kind: 'verbatim', bytes, isError })
  }

  #bytes(frames: readonly Frame[]): Buffer {
    const kept = this.#options.dropsUsage ? frames.filter((frame) => !isUsageAlone(frame)) : frames
    const [first] = kept
    return kept.length === 1 && first ? first.bytes : Buffer.concat(kept.map(({ bytes }) => bytes))
  }

  #array(frames: readonly Frame[], isEnd: boolean): Buffer {
    let text = ''
    for (const { data } of frames) if (data !== undefined) text += `${this.#elements++ === 0 ? '[' : ',\r\n'}${data}`
    return Buffer.from(isEnd ? `${text}]` : text)
  }
}

/** An error that the provider reported in its answer. */
const isReported = (cause: unknown): boolean =>
  cause instanceof ModelError && ![malformedAnswer, largeAnswer, cutStream].includes(cause.code ?? '')

/** True for a chunk of chat or text completions without choices, which reports the usage alone. */
function isUsageAlone({ data }: Frame): boolean {
  if (!data?.includes('_tokens"')) return false
  const json = parsed(data)
  return isJson(json) && isJson(json.usage) && Array.isArray(json.choices) && json.choices.length === 0
}
