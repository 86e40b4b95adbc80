// Stages that a provider's body passes through: decode -> mask -> (collect -> translate or complete an error) -> tap
// -> wrap -> write. Each knows only the next one, and stages that are not needed are left out. They are classes of a
// fixed shape that allocate nothing per chunk.
import { answerJsonLimits, JsonScan } from '#provider'
import { envelope } from './envelope.ts'
import { ExchangeError } from './exchange-error.ts'
import { type KeyForms, Masker } from './masking.ts'

/** A stage of a body. `end` follows the last `push`. */
export interface Stage {
  push(bytes: Buffer): void
  end(): void
}

/** An exchange, as its stages see it. */
export interface Flow {
  /** True once the exchange is over. */
  readonly done: boolean
  /** Pauses and resumes the flow of bytes into the first stage. */
  pauseReading(): void
  resumeReading(): void
  /** Pauses and resumes the same flow, and data waiting in a decoder. */
  pause(): void
  resume(): void
  /** Reports that the last stage has received the whole body. */
  complete(): void
  /** Ends the exchange: the response cannot continue. */
  stop(error: ExchangeError): void
}

/** Overwrites every form of a key (docs/architecture.md, outbound rule 4). */
export class Mask implements Stage {
  readonly #masker: Masker
  readonly #next: Stage

  constructor(forms: KeyForms, next: Stage) {
    this.#masker = new Masker(forms)
    this.#next = next
  }

  push(bytes: Buffer): void {
    const masked = this.#masker.push(bytes)
    if (masked.length > 0) this.#next.push(masked)
  }

  end(): void {
    const rest = this.#masker.end()
    if (rest.length > 0) this.#next.push(rest)
    this.#next.end()
  }
}

/** Stops the exchange when the body grows beyond a limit. */
export class Limit implements Stage {
  readonly #maxBytes: number
  readonly #flow: Flow
  readonly #next: Stage
  #bytes = 0

  constructor(maxBytes: number, { flow, next }: { readonly flow: Flow; readonly next: Stage }) {
    this.#maxBytes = maxBytes
    this.#flow = flow
    this.#next = next
  }

  push(bytes: Buffer): void {
    this.#bytes += bytes.length
    if (this.#bytes <= this.#maxBytes) this.#next.push(bytes)
    else this.#flow.stop(new ExchangeError('too_large', `the answer is longer than ${this.#maxBytes} bytes`))
  }

  end(): void {
    this.#next.end()
  }
}

export interface CollectOptions {
  readonly maxBytes: number
  /** True if a longer body passes unchanged; otherwise it ends the exchange. */
  readonly passesLonger: boolean
  /** Returns the replacement of the collected body, as a promise only for long bodies; can throw or reject. */
  finish(body: Buffer): Buffer | Promise<Buffer>
  /** Called before the first byte is passed on, with the total length if it is known. */
  begin(length: number | undefined): void
}

/** Collects a whole JSON body, if it is cheap to parse, and passes on the result of `finish`. */
export class Collect implements Stage {
  readonly #options: CollectOptions
  readonly #flow: Flow
  readonly #next: Stage
  #chunks: Buffer[] = []
  #bytes = 0
  #isPassing = false
  readonly #scan = new JsonScan(answerJsonLimits)

  constructor(options: CollectOptions, { flow, next }: { readonly flow: Flow; readonly next: Stage }) {
    this.#options = options
    this.#flow = flow
    this.#next = next
  }

  push(bytes: Buffer): void {
    if (this.#isPassing) {
      this.#next.push(bytes)
      return
    }
    this.#chunks.push(bytes)
    this.#bytes += bytes.length
    const { maxBytes, passesLonger } = this.#options
    const passedLimit = this.#scan.push(bytes)
    if (this.#bytes <= maxBytes && passedLimit === undefined) return
    if (passesLonger) this.#pass()
    else if (passedLimit !== undefined) this.#refuse(new ExchangeError('too_complex', passedLimit))
    else this.#refuse(new ExchangeError('too_large', `the answer is longer than ${maxBytes} bytes`))
  }

  #refuse(error: ExchangeError): void {
    this.#chunks = []
    this.#flow.stop(error)
  }

  #pass(): void {
    this.#isPassing = true
    this.#options.begin(undefined)
    for (const chunk of this.#chunks) this.#next.push(chunk)
    this.#chunks = []
  }

  end(): void {
    if (this.#isPassing) {
      this.#next.end()
      return
    }
    const finished = this.#finished()
    if (finished instanceof Promise) finished.then(this.#send, this.#fail)
    else if (finished) this.#send(finished)
  }

  #finished(): Buffer | Promise<Buffer> | undefined {
    const body = Buffer.concat(this.#chunks)
    this.#chunks = []
    try {
      return this.#options.finish(body)
    } catch (cause) {
      this.#fail(cause)
      return undefined
    }
  }

  readonly #send = (body: Buffer): void => {
    if (this.#flow.done) return
    this.#options.begin(body.length)
    if (body.length > 0) this.#next.push(body)
    this.#next.end()
  }

  readonly #fail = (cause: unknown): void => {
    this.#refuse(new ExchangeError('invalid', 'the answer could not be translated', { cause }))
  }
}

/** Copies the body to somebody who compares or keeps it, and passes it on unchanged. */
export class Tap implements Stage {
  readonly #copy: Stage
  readonly #next: Stage

  constructor(copy: Stage, next: Stage) {
    this.#copy = copy
    this.#next = next
  }

  push(bytes: Buffer): void {
    this.#copy.push(bytes)
    this.#next.push(bytes)
  }

  end(): void {
    this.#copy.end()
    this.#next.end()
  }
}

/** Puts the body under `data`. */
export class Wrap implements Stage {
  readonly #next: Stage
  #hasBegun = false

  constructor(next: Stage) {
    this.#next = next
  }

  push(bytes: Buffer): void {
    if (!this.#hasBegun) this.#next.push(envelope.opening)
    this.#hasBegun = true
    this.#next.push(bytes)
  }

  end(): void {
    this.#next.push(this.#hasBegun ? envelope.closing : envelope.empty)
    this.#next.end()
  }
}

/** Reads and drops the rest of an unwanted response so that its connection can be reused, unless the rest is long. */
export class Discard implements Stage {
  readonly #flow: Flow
  #remaining: number

  constructor(maxBytes: number, flow: Flow) {
    this.#flow = flow
    this.#remaining = maxBytes
  }

  push(bytes: Buffer): void {
    this.#remaining -= bytes.length
    if (this.#remaining < 0)
      this.#flow.stop(new ExchangeError('abandoned', 'the rest of the answer is not worth reading'))
  }

  end(): void {
    this.#flow.complete()
  }
}

/** Holds what arrives until it is known where it goes. */
export class Held implements Stage {
  #chunks: Buffer[] = []
  #hasEnded = false
  #next: Stage | undefined

  push(bytes: Buffer): void {
    if (this.#next) this.#next.push(bytes)
    else this.#chunks.push(bytes)
  }

  end(): void {
    if (this.#next) this.#next.end()
    else this.#hasEnded = true
  }

  /** Passes everything on. */
  release(next: Stage): void {
    this.#next = next
    for (const chunk of this.#chunks) next.push(chunk)
    this.#chunks = []
    if (this.#hasEnded) next.end()
  }
}
