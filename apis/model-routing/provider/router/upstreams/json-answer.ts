// The JSON of a provider's answer, bounded in length and in what it costs to parse.
import { type ChunkSink, isPushed, type OutboundAnswer, type Pushed } from '#define'
import { answerJsonLimits, JsonScan, joinInTurns, parseScannedJson } from '#provider'
import { malformed, tooLarge } from '../../wire/sse.ts'

/** Answers with images in base64 are the longest. */
const maxJsonBytes = 64 * 1024 * 1024

export interface JsonAnswer {
  readonly bytes: Buffer
  readonly value: unknown
}

/**
 * Reads and scans the body as it arrives. Throws ModelError for one that is beyond the limits or is not JSON, and
 * OutboundFailure. A promise only where the body has not arrived, or is long.
 */
export function readJsonBytes(answer: OutboundAnswer): JsonAnswer | Promise<JsonAnswer> {
  const { body } = answer
  if (!isPushed(body)) return readPieces(body)
  const pushed = new PushedJson(body)
  body.pushTo(pushed)
  return pushed.read()
}

async function readPieces(body: AsyncIterable<Buffer>): Promise<JsonAnswer> {
  const pieces = new ScannedPieces()
  // leaving the loop ends the call
  for await (const chunk of body) pieces.push(chunk)
  return pieces.parse()
}

/** The chunks of one body. */
class ScannedPieces {
  readonly #scan = new JsonScan(answerJsonLimits)
  readonly #chunks: Buffer[] = []
  #bytes = 0

  push(chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes > maxJsonBytes || this.#scan.push(chunk) !== undefined) throw tooLarge()
    this.#chunks.push(chunk)
  }

  parse(): JsonAnswer | Promise<JsonAnswer> {
    const [only] = this.#chunks
    return this.#chunks.length === 1 && only ? parsedJson(only) : joinInTurns(this.#chunks).then(parsedJson)
  }
}

function parsedJson(bytes: Buffer): JsonAnswer | Promise<JsonAnswer> {
  try {
    const value = parseScannedJson(bytes)
    return value instanceof Promise ? whenParsed(bytes, value) : { bytes, value }
  } catch (cause) {
    throw malformed(cause)
  }
}

async function whenParsed(bytes: Buffer, value: Promise<unknown>): Promise<JsonAnswer> {
  try {
    return { bytes, value: await value }
  } catch (cause) {
    throw malformed(cause)
  }
}

/** A body that is pushed. A short one is there already. */
class PushedJson implements ChunkSink {
  readonly #body: Pushed
  readonly #pieces = new ScannedPieces()
  #end: { readonly failure: unknown } | undefined
  #resolve: ((answer: JsonAnswer | Promise<JsonAnswer>) => void) | undefined
  #reject: ((error: unknown) => void) | undefined

  constructor(body: Pushed) {
    this.#body = body
  }

  push(chunk: Buffer): void {
    if (this.#end) return
    try {
      this.#pieces.push(chunk)
    } catch (error) {
      this.#settle(error)
      this.#body.cancel()
    }
  }

  end(failure?: Error): void {
    if (!this.#end) this.#settle(failure)
  }

  read(): JsonAnswer | Promise<JsonAnswer> {
    if (!this.#end)
      return new Promise((resolve, reject) => {
        this.#resolve = resolve
        this.#reject = reject
      })
    if (this.#end.failure) throw this.#end.failure
    return this.#pieces.parse()
  }

  #settle(failure: unknown): void {
    this.#end = { failure }
    try {
      this.#resolve?.(this.read())
    } catch (error) {
      this.#reject?.(error)
    }
  }
}

/** What the body parses to. Throws like `readJsonBytes`. */
export const readJsonAnswer = async (answer: OutboundAnswer): Promise<unknown> => (await readJsonBytes(answer)).value
