// Writes a response that arrives in chunks. Small chunks of one event-loop tick are coalesced into one write, together
// with the response head. A write is a syscall that can wake the reader; copying a small chunk is cheaper
// (docs/decisions/0009).
import { releaseBuffer } from '#provider'
import { createBatchPerTick } from './batch-per-tick.ts'
import type { CallResponse } from './call-response.ts'
import { endResponse } from './stalled-client.ts'

/** The size up to which chunks are copied into one buffer; larger ones are written as they are. */
const coalescedBytes = 12 * 1024
/** The limit of bytes that wait for the end of the tick. */
const pendingLimit = 128 * 1024

interface ResponseWriterOptions {
  /** The timeout of a client that reads none of the last bytes. */
  readonly idleMs: number
  /**
   * Called when the client reads more slowly than data arrives; the response's `drain` event signals when to resume.
   */
  readonly onFull?: () => void
  /** True if nothing else holds the chunks: the memory of large ones is then freed as soon as they are sent. */
  readonly releasesBuffers?: boolean
}

export class ResponseWriter {
  readonly #response: CallResponse
  readonly #idleMs: number
  readonly #releasesBuffers: boolean
  readonly #onFull: (() => void) | undefined
  #pieces: Buffer[] = []
  /** Small chunks to be coalesced into the next piece. */
  #small: Buffer[] = []
  #smallBytes = 0
  #pendingBytes = 0
  #isScheduled = false
  #isEnded = false

  constructor(response: CallResponse, options: ResponseWriterOptions) {
    this.#response = response
    this.#idleMs = options.idleMs
    this.#onFull = options.onFull
    this.#releasesBuffers = options.releasesBuffers === true
  }

  /**
   * Sends the head even if no chunk follows for a while, so that a client sees an event stream open before its first
   * event.
   */
  open(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    flushInBatch(this)
  }

  /** Returns false when the source must wait for `drain` to keep memory bounded. */
  write(chunk: Buffer): boolean {
    if (this.#smallBytes + chunk.length > coalescedBytes) this.#coalesce()
    if (chunk.length > coalescedBytes) this.#pieces.push(chunk)
    else {
      this.#small.push(chunk)
      this.#smallBytes += chunk.length
    }
    this.#pendingBytes += chunk.length
    if (this.#pendingBytes > pendingLimit) this.#writePending()
    else this.open()
    return !this.#response.writableNeedDrain
  }

  /** Ends the response. A client that stops reading the rest is disconnected. */
  end(last?: Buffer): void {
    if (last) this.write(last)
    this.#isEnded = true
    if (!this.#isScheduled) this.flush()
  }

  /** Disconnects the client in the middle of the response, after sending what has arrived. */
  cut(): void {
    this.#writePending()
    process.nextTick(() => this.#response.destroy())
  }

  /** Sends pending work. Runs at the end of each tick with pending work. */
  flush(): void {
    this.#isScheduled = false
    const response = this.#response
    if (this.#isEnded) {
      const pieces = this.#takePieces()
      const owned = pieces.filter((piece) => this.#isReleasable(piece))
      if (owned.length > 0) response.once('finish', () => owned.forEach(releaseBuffer))
      const last = pieces.pop()
      for (const piece of pieces) response.write(piece)
      endResponse(response, this.#idleMs, last)
    } else if (this.#pendingBytes > 0) this.#writePending()
    else if (!response.writableEnded) response.flushHeaders()
  }

  /** Writes all pieces, which leave in one `writev` because Node holds writes until the next tick. */
  #writePending(): void {
    let isAccepted = true
    for (const piece of this.#takePieces()) isAccepted = this.#writePiece(piece)
    if (!isAccepted) this.#onFull?.()
  }

  #writePiece(piece: Buffer): boolean {
    if (!this.#isReleasable(piece)) return this.#response.write(piece)
    return this.#response.write(piece, (error) => {
      if (!error) releaseBuffer(piece)
    })
  }

  #isReleasable(piece: Buffer): boolean {
    return this.#releasesBuffers && piece.length > coalescedBytes
  }

  #coalesce(): void {
    const [only] = this.#small
    if (only) this.#pieces.push(this.#small.length === 1 ? only : Buffer.concat(this.#small))
    this.#small = []
    this.#smallBytes = 0
  }

  #takePieces(): Buffer[] {
    this.#coalesce()
    const pieces = this.#pieces
    this.#pieces = []
    this.#pendingBytes = 0
    return pieces
  }
}

const flushInBatch = createBatchPerTick('responses', (writer: ResponseWriter) => writer.flush())
