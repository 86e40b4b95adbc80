// Request bodies: read whole within a limit, or passed on as a stream that is cut at the limit.
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { fail } from '#define'

/** A body read whole: the bytes as sent, and the same with any content encoding undone. */
export interface WholeBody {
  readonly sent: Buffer
  readonly plain: Buffer
}

const decoders: Readonly<Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
  gzip: promisify(zlib.gunzip),
  'x-gzip': promisify(zlib.gunzip),
  deflate: promisify(zlib.inflate),
  br: promisify(zlib.brotliDecompress),
  zstd: promisify(zlib.zstdDecompress),
}

/** How large a body may be, how long its sender may pause, and how long all of it may take. */
export interface BodyBounds {
  readonly bodyBytes: number
  readonly idleMs: number
  readonly totalMs: number
}

/**
 * Reads the body, within its bounds both as sent and decoded; `body.too_large`, `request.slow` or `input.invalid`, thrown or as a
 * rejection. A promise only where something has to be waited for.
 */
export function readWhole(request: IncomingMessage, bounds: BodyBounds): WholeBody | Promise<WholeBody> {
  const sent = arrived(request, bounds) ?? gather(request, bounds)
  const encoding = request.headers['content-encoding']
  if (sent instanceof Promise) return sent.then((bytes) => decoded(bytes, encoding, bounds))
  return decoded(sent, encoding, bounds)
}

function decoded(
  sent: Buffer,
  encoding: string | undefined,
  { bodyBytes }: BodyBounds,
): WholeBody | Promise<WholeBody> {
  if (encoding === undefined) return { sent, plain: sent }
  return decode(sent, encoding, bodyBytes).then((plain) => ({ sent, plain }))
}

const noBytes = Buffer.alloc(0)

/** The body where all of it has come by now: most come in one piece with their head, and calls are begun when that has been read. */
function arrived(request: IncomingMessage, { bodyBytes }: BodyBounds): Buffer | undefined {
  // a request that says of no body has ended before it is here, and tells it by no event (server.ts)
  if (request.readableEnded) return noBytes
  if (!request.complete || request.destroyed || request.readableFlowing !== null) return undefined
  const chunks: Buffer[] = []
  for (let chunk: unknown = request.read(); Buffer.isBuffer(chunk); chunk = request.read()) chunks.push(chunk)
  const bytes = joined(chunks)
  if (bytes.length > bodyBytes) throw fail('body.too_large', { limit: bodyBytes })
  return bytes
}

function joined(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks
  return chunks.length === 1 && only ? only : Buffer.concat(chunks)
}

/** What is still to come. What ends early leaves the request alone: the refusal needs its socket. */
function gather(request: IncomingMessage, { bodyBytes, idleMs, totalMs }: BodyBounds): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  const deadline = performance.now() + totalMs
  let total = 0
  const slow = () => fails(fail('request.slow', {}))
  let pause = setTimeout(slow, Math.min(idleMs, totalMs))
  const take = (chunk: Buffer) => {
    total += chunk.length
    const leftMs = deadline - performance.now()
    if (total > bodyBytes) fails(fail('body.too_large', { limit: bodyBytes }))
    else if (leftMs < idleMs) {
      clearTimeout(pause)
      pause = setTimeout(slow, leftMs)
    } else pause.refresh()
    chunks.push(chunk)
  }
  const done = () => {
    stop()
    resolve(joined(chunks))
  }
  const fails = (error: Error) => {
    stop()
    request.pause()
    reject(error)
  }
  const closed = () => fails(new Error('the request was closed before its end'))
  const stop = () => {
    clearTimeout(pause)
    request.off('data', take).off('end', done).off('error', fails).off('close', closed)
    request.on('error', ignore)
  }
  request.on('data', take).on('end', done).on('error', fails).on('close', closed)
  if (request.destroyed) closed()
  return promise
}

/** A request that breaks off after its body was read, or given up, fails nobody. */
const ignore = () => {}

/** The request's bytes, ending in `body.too_large` when there are too many and in `request.slow` when they do not come. */
export async function* limited(
  request: IncomingMessage,
  bounds: BodyBounds,
  count?: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let total = 0
  const patience = createPatience(bounds)
  // the request must outlive an early end, or the refusal could not be sent on its socket
  const chunks: AsyncIterator<unknown> = request.iterator({ destroyOnReturn: false })
  try {
    for (;;) {
      const step = await patience.waitFor(chunks.next())
      if (step.done) return
      const chunk = step.value
      if (!Buffer.isBuffer(chunk)) continue
      total += chunk.length
      if (total > bounds.bodyBytes) throw fail('body.too_large', { limit: bounds.bodyBytes })
      count?.(chunk.length)
      yield chunk
    }
  } finally {
    patience.end()
    // lets go of the request; not waited for, as it waits itself for a part that may never come
    chunks.return?.().catch(() => {})
  }
}

/** Waits for the next part of a body, but neither too long for one nor for all. Time in which nobody asks does not count as a pause. */
function createPatience({ idleMs, totalMs }: BodyBounds) {
  let giveUp: (failure: Error) => void = () => {}
  let over = false
  const slow = () => {
    over = true
    giveUp(fail('request.slow', {}))
  }
  const whole = setTimeout(slow, totalMs)
  let pause: NodeJS.Timeout | undefined
  return {
    // not by Promise.race: a promise that outlives many races keeps what each of them brought
    waitFor<T>(next: Promise<T>): Promise<T> {
      if (over) return Promise.reject(fail('request.slow', {}))
      pause = setTimeout(slow, idleMs)
      return new Promise<T>((resolve, reject) => {
        giveUp = reject
        next.then(resolve, reject)
      }).finally(() => clearTimeout(pause))
    },
    end() {
      clearTimeout(whole)
      clearTimeout(pause)
    },
  }
}

async function decode(bytes: Buffer, encoding: string, limit: number): Promise<Buffer> {
  if (encoding === 'identity' || bytes.length === 0) return bytes
  const decoder = decoders[encoding.toLowerCase()]
  const problem = decoder
    ? 'body does not decode'
    : `content-encoding must be one of ${Object.keys(decoders).join(', ')}`
  if (!decoder)
    throw fail(
      'input.invalid',
      { problems: problem },
      { details: { problems: [{ name: 'content-encoding', problem }] } },
    )
  try {
    return await decoder(bytes, { maxOutputLength: limit })
  } catch (cause) {
    if (cause instanceof RangeError)
      throw fail('body.too_large', { limit }, { cause, note: 'the decoded body is over the limit' })
    throw fail('input.invalid', { problems: problem }, { cause, details: { problems: [{ name: 'body', problem }] } })
  }
}

/** Reads what still comes of the body of a call that is over, so that the caller gets to its answer; more than `limit` is cut. */
export function discardRest(request: IncomingMessage, limit: number): void {
  let left = limit
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
  request.resume()
}
