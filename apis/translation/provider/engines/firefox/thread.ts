// The thread that runs models of Firefox. It starts with the first text and ends after some minutes without one. A
// text that takes too long, and a model that cannot be read, end it; the next text starts it again.
import { Worker } from 'node:worker_threads'
import type { Log } from '#define'
import { type EngineCard, readEngineCard } from '#provider'
import { engineFailed } from '../../errors.ts'
import type { FirefoxModel } from './models.ts'

export const card: EngineCard = readEngineCard(new URL('../../../engines/fxtranslate/', import.meta.url))
export const program = 'fxtranslate/wasm/fxtranslate_wasm.js'

export interface TranslateTask extends Pick<FirefoxModel, 'model' | 'sourceVocab' | 'targetVocab'> {
  readonly text: string
}
export interface ModelThread {
  /** Rejects with 503 when the model fails or takes too long. */
  translate(model: FirefoxModel, text: string): Promise<string>
  close(): Promise<void>
}
export interface ModelThreadOptions {
  readonly enginesFolder: string
  readonly log: Pick<Log, 'warn'>
  /** How long a text may take, the loading of its model included. */
  readonly timeoutMs?: number
  /** The thread ends when no text comes for so long. */
  readonly idleMs?: number
}

/** Of JavaScript; models are in the memory of WebAssembly. */
const heapMb = 256

interface Waiting {
  readonly task: TranslateTask
  resolve(text: string): void
  reject(error: unknown): void
}

export function createModelThread(options: ModelThreadOptions): ModelThread {
  const { enginesFolder, log, timeoutMs = 60_000, idleMs = 300_000 } = options
  let worker: Worker | undefined
  let waiting: Waiting[] = []
  let timer: NodeJS.Timeout | undefined

  function start(): Worker {
    const started = new Worker(new URL('./thread-program.ts', import.meta.url), {
      name: 'translation models',
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      workerData: { enginesFolder },
      // our environment may hold secrets that a model has no use for
      env: {},
      stdout: true,
      stderr: true,
    })
    started.on('message', (text: string) => {
      if (worker !== started) return
      waiting.shift()?.resolve(text)
      next()
    })
    const fail = (error: unknown) => {
      if (worker === started) void end(error)
    }
    started.on('error', fail)
    started.on('exit', () => fail(new Error('the thread of the models ended')))
    started.unref()
    worker = started
    return started
  }

  /** One text is on the thread at a time, so that each has the whole time limit. */
  function next(): void {
    clearTimeout(timer)
    const [first] = waiting
    if (first) (worker ?? start()).postMessage(first.task)
    timer = setTimeout(() => void end(new Error('a translation model took too long')), first ? timeoutMs : idleMs)
    if (!first) timer.unref()
  }

  /** Refuses the text that is under way; those behind it have not begun. */
  async function end(error: unknown): Promise<void> {
    clearTimeout(timer)
    const ended = worker
    worker = undefined
    const failed = waiting.shift()
    await ended?.terminate()
    if (failed) {
      log.warn('a translation model failed', { model: failed.task.model, err: error })
      failed.reject(engineFailed('The translation model of this installation failed. Try again later.'))
      if (waiting.length > 0) next()
    }
  }

  return {
    translate: ({ model, sourceVocab, targetVocab }, text) =>
      new Promise((resolve, reject) => {
        waiting.push({ task: { model, sourceVocab, targetVocab, text }, resolve, reject })
        if (waiting.length === 1) next()
      }),
    async close() {
      const refused = waiting
      waiting = []
      for (const { reject } of refused) reject(engineFailed('The gateway ends.'))
      await end(undefined)
    },
  }
}
