// Writes an answer that comes in chunks. Small ones that come in one turn of the event loop leave together, the first of them with the
// head: each write is a system call that may wake a reader, and that costs more than the copy (decision 0009).
import type { ServerResponse } from 'node:http'
import { atEndOfTurn } from './end-of-turn.ts'
import { endResponse } from './slow-reader.ts'

/** Up to so many bytes are copied to leave together; what is larger leaves by itself, at once. */
const togetherBytes = 12 * 1024

export class AnswerWriter {
  readonly #response: ServerResponse
  readonly #idleMs: number
  /** Told when the caller takes less than comes; `drain` of the response says when it goes on. */
  readonly #full: (() => void) | undefined
  #chunks: Buffer[] = []
  #bytes = 0
  #isComing = false
  #isEnded = false

  constructor(response: ServerResponse, facts: { idleMs: number; full?: () => void }) {
    this.#response = response
    this.#idleMs = facts.idleMs
    this.#full = facts.full
  }

  /** Sends the head, also where nothing follows it for long: an event stream is seen to be open before its first event. */
  open(): void {
    if (this.#isComing) return
    this.#isComing = true
    atEndOfTurn('answers', () => this.#leave())
  }

  /** False: wait for `drain`, or memory grows. */
  write(chunk: Buffer): boolean {
    if (this.#bytes + chunk.length > togetherBytes) this.#flush()
    if (chunk.length > togetherBytes) this.#send(chunk)
    else {
      this.#chunks.push(chunk)
      this.#bytes += chunk.length
      this.open()
    }
    return !this.#response.writableNeedDrain
  }

  /** Nothing follows. A caller that does not take what is left is cut. */
  end(last?: Buffer): void {
    if (last) this.write(last)
    this.#isEnded = true
    if (!this.#isComing) this.#leave()
  }

  /** Lets go of the caller in the middle of the answer, after what came before. */
  cut(): void {
    this.#flush()
    process.nextTick(() => this.#response.destroy())
  }

  #leave(): void {
    this.#isComing = false
    const response = this.#response
    if (this.#isEnded) endResponse(response, this.#idleMs, this.#take())
    else if (this.#bytes > 0) this.#flush()
    else if (!response.writableEnded) response.flushHeaders()
  }

  #take(): Buffer | undefined {
    const chunks = this.#chunks
    this.#chunks = []
    this.#bytes = 0
    return chunks.length > 1 ? Buffer.concat(chunks) : chunks[0]
  }

  #flush(): void {
    const bytes = this.#take()
    if (bytes) this.#send(bytes)
  }

  #send(bytes: Buffer): void {
    if (!this.#response.write(bytes)) this.#full?.()
  }
}
