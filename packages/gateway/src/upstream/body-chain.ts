// The stages that a provider's body passes: decode -> mask -> (collect -> translate or complete an error) -> wrap ->
// write. Each knows the next one only, and a stage that is not needed is absent. They are classes of a fixed shape that
// allocate nothing per chunk.
import { envelope } from './envelope.ts'
import { ExchangeError } from './exchange-error.ts'
import { createMasker, type KeyForms, type Masker } from './masking.ts'

/** One step on the way of a body. `end` follows the last `push`. */
export interface Stage {
  push(bytes: Buffer): void
  end(): void
}

/** The exchange as its stages see it. */
export interface Flow {
  /** Whether the exchange is over. */
  readonly done: boolean
  /** Stops and resumes the flow of bytes into the first stage. */
  pauseReading(): void
  resumeReading(): void
  /** The same, including what waits in a decoder. */
  pause(): void
  resume(): void
  /** The last stage has all of the body. */
  complete(): void
  /** The answer cannot go on. */
  stop(error: ExchangeError): void
}

/** Overwrites every form of a key (docs/architecture.md, outbound rule 4). */
export class Mask implements Stage {
  readonly #masker: Masker
  readonly #next: Stage

  constructor(forms: KeyForms, next: Stage) {
    this.#masker = createMasker(forms)
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
  /** A longer body passes on unchanged, or ends the exchange. */
  readonly passesLonger: boolean
  /** What goes on instead of the collected body; may throw. */
  finish(body: Buffer): Buffer
  /** Called before the first byte goes on, with the length of the whole where it is known. */
  begin(length: number | undefined): void
}

/** Collects the whole body and passes on what is made of it. */
export class Collect implements Stage {
  readonly #options: CollectOptions
  readonly #flow: Flow
  readonly #next: Stage
  #chunks: Buffer[] = []
  #bytes = 0
  #isPassing = false

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
    if (this.#bytes <= maxBytes) return
    if (passesLonger) this.#pass()
    else this.#flow.stop(new ExchangeError('too_large', `the answer is longer than ${maxBytes} bytes`))
  }

  #pass(): void {
    this.#isPassing = true
    this.#options.begin(undefined)
    for (const chunk of this.#chunks) this.#next.push(chunk)
    this.#chunks = []
  }

  end(): void {
    if (!this.#isPassing) {
      const body = this.#finished()
      if (!body) return
      this.#options.begin(body.length)
      if (body.length > 0) this.#next.push(body)
    }
    this.#next.end()
  }

  #finished(): Buffer | undefined {
    try {
      return this.#options.finish(Buffer.concat(this.#chunks))
    } catch (cause) {
      this.#flow.stop(new ExchangeError('invalid', 'the answer could not be translated', { cause }))
      return undefined
    }
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

/**
 * Reads the rest of an answer that nobody gets, so that its connection can be reused; a long rest is not worth reading.
 */
export class Discard implements Stage {
  readonly #flow: Flow
  #left: number

  constructor(maxBytes: number, flow: Flow) {
    this.#flow = flow
    this.#left = maxBytes
  }

  push(bytes: Buffer): void {
    this.#left -= bytes.length
    if (this.#left < 0) this.#flow.stop(new ExchangeError('abandoned', 'the rest of the answer is not worth reading'))
  }

  end(): void {
    this.#flow.complete()
  }
}
