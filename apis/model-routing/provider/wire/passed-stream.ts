// The streamed answer of a provider for a caller of the same wire, passed on as it comes. What the call is charged by
// is read along: frames are searched for usage, errors and the end of the answer, and only those that have one are
// parsed. The others are kept, and read only when the provider has not said what they hold: how many tokens they are,
// or whether the answer ended.
import { type ChunkSink, OutboundFailure, type Pushed } from '#define'
import { addOutput } from './answer-text.ts'
import type { EndReason } from './end-reason.ts'
import { parsed } from './json.ts'
import type { PassedFrames } from './passed-frames.ts'
import { arePlain, blankLine, dataOf, hasContent, hasError, objectAt, startsLine } from './plain-frames.ts'
import { laterUsage, noUsage } from './reply.ts'
import { interruption, ServerEventParser } from './sse.ts'
import type { StreamEvent, Usage } from './stream-event.ts'
import type { StreamReader } from './stream-reader.ts'
import { firstFrames, isReported, reportsUsageAlone, withoutUsage } from './verbatim-batches.ts'
import { WholeFrames } from './whole-frames.ts'

/** How an answer ended, and what had been received of it. */
export interface PassedEnd {
  readonly ended: EndReason
  readonly usage: Usage
  /** The generated text, as far as it has to be counted. */
  readonly output: readonly string[]
  readonly failure: unknown
  /** The provider's own error has been passed on. */
  readonly isReported: boolean
}
/** Settles the call, once; returns what is written after the answer. */
export type EndPassed = (end: PassedEnd) => string | Promise<string>

export interface PassedStreamOptions {
  readonly frames: PassedFrames
  /** The usage was requested for metering alone: the frame that reports nothing else is left out. */
  readonly dropsUsage: boolean
}

/** Unread frames are read beyond this many bytes, so that text is kept instead of frames. */
const maxUnreadBytes = 16 * 1024
/** What waits for a caller whose response has not begun. */
const maxWaitingBytes = 64 * 1024
/** How long the rest of a body, normally nothing, is drained, so that its connection serves the next call. */
const drainMs = 250

export class PassedStream implements ChunkSink, Pushed {
  readonly #source: Pushed
  readonly #frames: PassedFrames
  readonly #dropsUsage: boolean
  readonly #whole = new WholeFrames()
  /** Made for the answers that have to be read, which are few. */
  #parserMade: ServerEventParser | undefined
  #readerMade: StreamReader | undefined
  #unread: Buffer[] = []
  #unreadBytes = 0
  #usage = noUsage
  readonly #output: string[] = []
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #sink: ChunkSink | undefined
  #hasBegun = false
  #sourceEnded = false
  #drain: NodeJS.Timeout | undefined
  #end: PassedEnd | undefined
  #isClosed = false
  #endPassed: EndPassed | undefined
  #resolve: (() => void) | undefined
  #reject: ((error: unknown) => void) | undefined

  constructor(source: Pushed, { frames, dropsUsage }: PassedStreamOptions) {
    this.#source = source
    this.#frames = frames
    this.#dropsUsage = dropsUsage
    source.pushTo(this)
  }

  get #parser(): ServerEventParser {
    this.#parserMade ??= new ServerEventParser()
    return this.#parserMade
  }
  get #reader(): StreamReader {
    this.#readerMade ??= this.#frames.reader()
    return this.#readerMade
  }

  /** Resolves when the answer has begun: at its first content. Throws ModelError, and an abort unchanged. */
  begun(): void | Promise<void> {
    if (this.#hasBegun) return
    if (this.#end) throw this.#end.failure
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  /** Called once the answer has begun. */
  settleWith(endPassed: EndPassed): void {
    this.#endPassed = endPassed
    if (this.#end) this.#settle(this.#end)
  }

  pushTo(sink: ChunkSink): void {
    this.#sink = sink
    const isFull = this.#waitingBytes > maxWaitingBytes
    for (const chunk of this.#waiting) sink.push(chunk)
    this.#waiting = []
    this.#waitingBytes = 0
    if (this.#isClosed) sink.end()
    else if (isFull) this.resume()
  }
  pause(): void {
    if (!this.#sourceEnded) this.#source.pause()
  }
  resume(): void {
    if (!this.#sourceEnded) this.#source.resume()
  }
  cancel(): void {
    if (!this.#sourceEnded) this.#source.cancel()
  }

  push(chunk: Buffer): void {
    if (this.#end) return
    try {
      const frames = this.#whole.take(chunk)
      if (frames !== undefined) this.#take(frames)
    } catch (error) {
      this.#fail(error)
    }
  }

  end(failure?: Error): void {
    this.#sourceEnded = true
    clearTimeout(this.#drain)
    if (this.#end) return
    if (failure) {
      this.#fail(interruption(failure))
      return
    }
    try {
      const rest = this.#whole.rest()
      this.#read(rest, true)
      if (!this.#end) this.#complete()
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Most chunks pass unread; until the answer has begun, frames that do not show it are read one by one. */
  #take(frames: Buffer): void {
    const { endMark, contentMark } = this.#frames
    const text = frames.toString('latin1')
    if (arePlain(text, endMark) && !hasError(text)) {
      if (!this.#hasBegun && contentMark !== undefined && hasContent(text, contentMark)) this.#begin()
      if (this.#hasBegun) {
        this.#pass(frames, text)
        return
      }
    }
    if (this.#hasBegun) {
      this.#read(frames)
      return
    }
    const blank = text.indexOf(blankLine)
    const end = blank === -1 ? frames.length : blank + blankLine.length
    this.#read(frames.subarray(0, end))
    if (!this.#end && end < frames.length) this.#take(frames.subarray(end))
  }

  /** Frames of which only the usage matters, and whether they end the answer. `text` has one character per byte. */
  #pass(frames: Buffer, text: string): void {
    const { usageMark, endMark } = this.#frames
    this.#unread.push(frames)
    this.#unreadBytes += frames.length
    if (usageMark === undefined) this.#emit(frames)
    else this.#passUsage(frames, text, usageMark)
    if (endMark !== undefined && startsLine(text, endMark)) {
      if (this.#usage.prompt === undefined || this.#usage.answer === undefined) this.#readUnread()
      this.#finish('whole')
    } else if (this.#unreadBytes > maxUnreadBytes) {
      this.#readUnread()
      if (this.#reader.isComplete) this.#complete()
    }
  }

  /** Reads the frames that hold the usage, and passes those that the caller gets. */
  #passUsage(frames: Buffer, text: string, mark: string): void {
    let from = 0
    for (let at = objectAt(text, mark, 0); at !== -1; ) {
      const before = text.lastIndexOf(blankLine, at)
      const start = before === -1 ? 0 : before + blankLine.length
      const end = text.indexOf(blankLine, at) + blankLine.length
      const isAlone = this.#readUsage(text.slice(start, end))
      if (isAlone && this.#dropsUsage) {
        this.#emit(frames.subarray(from, start))
        from = end
      }
      at = objectAt(text, mark, end)
    }
    this.#emit(from === 0 ? frames : frames.subarray(from))
  }

  /**
   * Whether the frame reports nothing but the usage. It has one character per byte, which changes nothing but strings
   * that are not looked at.
   */
  #readUsage(frame: string): boolean {
    const { usageIn } = this.#frames
    let isAlone = false
    for (const data of dataOf(frame)) {
      const json = parsed(data)
      const usage = usageIn ? usageIn(json) : this.#reader.usageIn?.(json)
      if (usage) this.#usage = laterUsage(this.#usage, usage)
      isAlone ||= reportsUsageAlone(json)
    }
    return isAlone
  }

  /** Reads frames at once: until the answer has begun, where one reports an error, and at the end of the body. */
  #read(frames: Buffer, isLast = false): void {
    this.#readUnread()
    const events: StreamEvent[] = []
    let count = 0
    let failure: { readonly cause: unknown } | undefined
    try {
      for (const { data } of this.#parser.take(frames)) {
        this.#reader.read(data, events)
        count++
        if (this.#reader.isComplete) break
      }
      if (isLast && !this.#reader.isComplete) for (const { data } of this.#parser.end()) this.#reader.read(data, events)
    } catch (cause) {
      failure = { cause }
    }
    this.#receive(events)
    const isProviders = failure !== undefined && isReported(failure.cause)
    const passed = failure && !isProviders ? firstFrames(frames, count) : frames
    this.#emit(this.#dropsUsage ? withoutUsage(passed) : passed)
    if (failure) this.#fail(failure.cause, isProviders)
    else if (this.#reader.isComplete) this.#complete()
  }

  #readUnread(): void {
    if (this.#unread.length === 0) return
    const unread = this.#unread
    this.#unread = []
    this.#unreadBytes = 0
    const events: StreamEvent[] = []
    try {
      for (const frames of unread)
        for (const { data } of this.#parser.take(frames)) if (!this.#reader.isComplete) this.#reader.read(data, events)
    } finally {
      this.#receive(events)
    }
  }

  #receive(events: readonly StreamEvent[]): void {
    for (const event of events) {
      if (event.kind === 'usage') this.#usage = laterUsage(this.#usage, event.usage)
      else addOutput(event, this.#output)
      if (!this.#hasBegun && event.kind !== 'start' && event.kind !== 'usage') this.#begin()
    }
  }

  #begin(): void {
    this.#hasBegun = true
    this.#resolve?.()
  }

  /** The reader has seen the end of the answer, or the body has ended. Throws ModelError for one that was cut short. */
  #complete(): void {
    const events: StreamEvent[] = []
    this.#reader.end(events)
    this.#receive(events)
    this.#finish('whole')
  }

  #fail(error: unknown, isProviders = false): void {
    const isAborted = error instanceof OutboundFailure && error.reason === 'aborted'
    try {
      this.#readUnread()
    } catch {
      // what cannot be read is not counted
    }
    this.#finish(isAborted ? 'left' : 'failed', error, isProviders)
    if (!this.#hasBegun) this.#reject?.(error)
    if (!this.#sourceEnded && !(error instanceof OutboundFailure)) this.#source.cancel()
  }

  #finish(ended: EndReason, failure?: unknown, isProviders = false): void {
    if (this.#end) return
    this.#end = { ended, usage: this.#usage, output: this.#output, failure, isReported: isProviders }
    this.#unread = []
    if (!this.#sourceEnded && ended === 'whole') this.#drain = setTimeout(() => this.cancel(), drainMs)
    if (this.#endPassed) this.#settle(this.#end)
  }

  #settle(end: PassedEnd): void {
    const last = this.#endPassed?.(end) ?? ''
    if (typeof last === 'string') this.#close(last)
    else
      last.then(
        (text) => this.#close(text),
        () => this.#close(''),
      )
  }

  #close(last: string): void {
    if (last !== '') this.#emit(Buffer.from(last))
    this.#isClosed = true
    this.#sink?.end()
  }

  #emit(bytes: Buffer): void {
    if (bytes.length === 0) return
    if (this.#sink) {
      this.#sink.push(bytes)
      return
    }
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    if (this.#waitingBytes > maxWaitingBytes) this.pause()
  }
}
