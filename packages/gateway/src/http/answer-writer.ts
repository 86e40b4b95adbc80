// Writes an answer that comes in chunks. Those that come in one turn of the event loop leave in one write, the first of them with the
// head: each write is a system call that may wake a reader, which costs more than to copy what is small (decision 0009).
import type { ServerResponse } from 'node:http'
import { createEndOfTurn } from './batch-per-tick.ts'
import { giveBack } from './release-buffer.ts'
import { endResponse } from './stalled-client.ts'

/** Up to so many bytes are copied to be one buffer; larger chunks are passed on as they are. */
const joinedBytes = 12 * 1024
/** So many bytes may wait for the end of their turn. */
const waitingBytes = 128 * 1024

export interface AnswerWriterFacts {
  readonly idleMs: number
  /** Told when the caller takes less than comes; `drain` of the response says when it goes on. */
  readonly full?: () => void
  /** Nobody else needs the chunks, so that the memory of large ones is given back when they have been sent. */
  readonly givesBack?: boolean
}

export class AnswerWriter {
  readonly #response: ServerResponse
  readonly #idleMs: number
  readonly #givesBack: boolean
  readonly #full: (() => void) | undefined
  #pieces: Buffer[] = []
  /** Small chunks that are to be the next piece. */
  #small: Buffer[] = []
  #smallBytes = 0
  #waitingBytes = 0
  #isComing = false
  #isEnded = false

  constructor(response: ServerResponse, facts: AnswerWriterFacts) {
    this.#response = response
    this.#idleMs = facts.idleMs
    this.#full = facts.full
    this.#givesBack = facts.givesBack === true
  }

  /** Sends the head, also where nothing follows it for long: an event stream is seen to be open before its first event. */
  open(): void {
    if (this.#isComing) return
    this.#isComing = true
    atEndOfTurn(this)
  }

  /** False: wait for `drain`, or memory grows. */
  write(chunk: Buffer): boolean {
    if (this.#smallBytes + chunk.length > joinedBytes) this.#join()
    if (chunk.length > joinedBytes) this.#pieces.push(chunk)
    else {
      this.#small.push(chunk)
      this.#smallBytes += chunk.length
    }
    this.#waitingBytes += chunk.length
    if (this.#waitingBytes > waitingBytes) this.#flush()
    else this.open()
    return !this.#response.writableNeedDrain
  }

  /** Nothing follows. A caller that does not take what is left is cut. */
  end(last?: Buffer): void {
    if (last) this.write(last)
    this.#isEnded = true
    if (!this.#isComing) this.leave()
  }

  /** Lets go of the caller in the middle of the answer, after what came before. */
  cut(): void {
    this.#flush()
    process.nextTick(() => this.#response.destroy())
  }

  /** Sends what has come together; called at the end of its turn. */
  leave(): void {
    this.#isComing = false
    const response = this.#response
    if (this.#isEnded) {
      const pieces = this.#take()
      const spent = pieces.filter((piece) => this.#goesBack(piece))
      if (spent.length > 0) response.once('finish', () => spent.forEach(giveBack))
      const last = pieces.pop()
      for (const piece of pieces) response.write(piece)
      endResponse(response, this.#idleMs, last)
    } else if (this.#waitingBytes > 0) this.#flush()
    else if (!response.writableEnded) response.flushHeaders()
  }

  #send(piece: Buffer): boolean {
    if (!this.#goesBack(piece)) return this.#response.write(piece)
    return this.#response.write(piece, (error) => {
      if (!error) giveBack(piece)
    })
  }

  #goesBack(piece: Buffer): boolean {
    return this.#givesBack && piece.length > joinedBytes
  }

  #join(): void {
    const [only] = this.#small
    if (only) this.#pieces.push(this.#small.length === 1 ? only : Buffer.concat(this.#small))
    this.#small = []
    this.#smallBytes = 0
  }

  #take(): Buffer[] {
    this.#join()
    const pieces = this.#pieces
    this.#pieces = []
    this.#waitingBytes = 0
    return pieces
  }

  /** What is written without a pause leaves in one write: Node holds it until the next tick. */
  #flush(): void {
    let isTaken = true
    for (const piece of this.#take()) isTaken = this.#send(piece)
    if (!isTaken) this.#full?.()
  }
}

const atEndOfTurn = createEndOfTurn('answers', (writer: AnswerWriter) => writer.leave())
