// The streamed answer of a provider for a caller of the same wire, passed on as it comes. What the call is charged by
// is read along: frames are searched for usage, errors and the end of the answer, and only those that have one are
// parsed. The others are kept, and read only when the provider has not said what they hold: how many tokens they are,
// or whether the answer ended.
import { type ChunkSink, OutboundFailure, type Pushed } from '#define'
import { addOutput } from './answer-text.ts'
import type { EndReason } from './end-reason.ts'
import type { PassedFrames } from './passed-frames.ts'
import { laterUsage } from './reply.ts'
import { interruption, ServerEventParser } from './sse.ts'
import type { StreamEvent, Usage } from './stream-event.ts'
import type { StreamReader } from './stream-reader.ts'
import { firstFrames, isReported, isUsageAlone, withoutUsage } from './verbatim-batches.ts'
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
  readonly #parser = new ServerEventParser()
  readonly #reader: StreamReader
  #unread: Buffer[] = []
  #unreadBytes = 0
  #usage: Usage = {}
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
    this.#reader = frames.reader()
    source.pushTo(this)
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

  /** Frames are read one by one until the answer has begun; most chunks after that pass unread. */
  #take(frames: Buffer): void {
    let at = 0
    while (!this.#hasBegun && !this.#end && at < frames.length) {
      const blank = frames.indexOf(blankLine, at)
      const end = blank === -1 ? frames.length : blank + blankLine.length
      this.#read(frames.subarray(at, end))
      at = end
    }
    if (this.#end || at === frames.length) return
    const rest = at === 0 ? frames : frames.subarray(at)
    if (arePlain(rest, this.#frames.endMark) && !rest.includes(errorMark)) this.#pass(rest)
    else this.#read(rest)
  }

  /** Frames of which only the usage matters, and whether they end the answer. */
  #pass(frames: Buffer): void {
    const { usageMark, endMark } = this.#frames
    const passed = usageMark ? this.#readUsage(frames, usageMark) : frames
    this.#unread.push(frames)
    this.#unreadBytes += frames.length
    this.#emit(passed)
    if (endMark && startsLine(frames, endMark)) {
      if (this.#usage.prompt === undefined || this.#usage.answer === undefined) this.#readUnread()
      this.#finish('whole')
    } else if (this.#unreadBytes > maxUnreadBytes) {
      this.#readUnread()
      if (this.#reader.isComplete) this.#complete()
    }
  }

  /** Reads the frames that hold the usage; returns those that the caller gets. */
  #readUsage(frames: Buffer, mark: Buffer): Buffer {
    const kept: Buffer[] = []
    let from = 0
    for (let at = objectAt(frames, mark, 0); at !== -1; ) {
      const before = frames.lastIndexOf(blankLine, at)
      const start = before === -1 ? 0 : before + blankLine.length
      const end = frames.indexOf(blankLine, at) + blankLine.length
      for (const event of new ServerEventParser().take(frames.subarray(start, end))) {
        const usage = this.#reader.usageIn?.(event.data)
        if (usage) this.#usage = laterUsage(this.#usage, usage)
        if (!this.#dropsUsage || !isUsageAlone(event)) continue
        kept.push(frames.subarray(from, start))
        from = end
      }
      at = objectAt(frames, mark, end)
    }
    return from === 0 ? frames : Buffer.concat([...kept, frames.subarray(from)])
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
      this.#hasBegun ||= event.kind !== 'start' && event.kind !== 'usage'
    }
    if (this.#hasBegun) this.#resolve?.()
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

const errorMark = Buffer.from('"error"')
const blankLine = Buffer.from('\n\n')
const lf = 10
const cr = 13
const space = 32
const colon = 58
const openBrace = 123
const closeBrace = 125
const [d, e] = [100, 101]

/** Whether each frame looks like an event with one line of JSON, or ends the answer. */
function arePlain(frames: Buffer, endMark: Buffer | undefined): boolean {
  for (let at = 0; at < frames.length; ) {
    const end = frames.indexOf(blankLine, at)
    if (end === -1 || (frames[at] !== d && frames[at] !== e)) return false
    const isEnd = end - at === endMark?.length && frames.subarray(at, end).equals(endMark)
    if (frames[end - 1] !== closeBrace && !isEnd) return false
    at = end + blankLine.length
  }
  return true
}

/**
 * Where the next member of this name is whose value is an object; -1 for nowhere. In strings its quotes are escaped.
 */
function objectAt(frames: Buffer, mark: Buffer, from: number): number {
  for (let at = frames.indexOf(mark, from); at !== -1; at = frames.indexOf(mark, at + mark.length)) {
    let next = at + mark.length
    while (frames[next] === space || frames[next] === colon) next++
    if (frames[next] === openBrace) return at
  }
  return -1
}

/** Whether a line begins so. */
function startsLine(frames: Buffer, mark: Buffer): boolean {
  const at = frames.lastIndexOf(mark)
  return at === 0 || (at > 0 && (frames[at - 1] === lf || frames[at - 1] === cr))
}
