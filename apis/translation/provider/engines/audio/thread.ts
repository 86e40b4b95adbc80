// A thread that answers one message after another. One that takes too long, or fails, is ended.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface AudioThread<From, To> {
  /** Its next message; rejects with ThreadEnded, also when the signal is aborted. */
  next(): Promise<From>
  post(message: To): void
  close(): Promise<void>
}

export class ThreadEnded extends Error {
  override name = 'ThreadEnded'
}

export interface AudioThreadOptions {
  readonly entry: URL
  readonly data: unknown
  readonly signal: AbortSignal
  /** For one message, with the start of the thread for the first. */
  readonly patienceMs: number
}

/** Of JavaScript; what WebAssembly has comes on top. */
const heapMb = 64

export function openAudioThread<From, To>(options: AudioThreadOptions): AudioThread<From, To> {
  const worker = new Worker(options.entry, {
    ...{ name: 'audio', workerData: options.data, resourceLimits: { maxOldGenerationSizeMb: heapMb } },
    // our environment may hold secrets that a codec has no use for
    ...{ env: {}, stdout: true, stderr: true },
  })
  // a failure is noticed where the next message is awaited
  worker.on('error', () => {})
  return {
    async next() {
      const over = new AbortController()
      const signal = AbortSignal.any([over.signal, options.signal])
      const timer = setTimeout(() => over.abort(), options.patienceMs)
      try {
        const exited = once(worker, 'exit', { signal }).then(() => [])
        const [message]: From[] = await Promise.race([once(worker, 'message', { signal }), exited])
        if (message !== undefined) return message
        throw new ThreadEnded('the thread ended')
      } catch (cause) {
        throw cause instanceof ThreadEnded ? cause : new ThreadEnded('the thread failed', { cause })
      } finally {
        clearTimeout(timer)
        over.abort()
      }
    },
    post: (message) => worker.postMessage(message),
    close: async () => void (await worker.terminate()),
  }
}
