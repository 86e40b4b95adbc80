// The thread that runs models of Firefox. A model that cannot be read ends it as one does that takes too long.
import type { Log } from '#define'
import { type EngineCard, readEngineCard } from '#provider'
import { engineFailed } from '../../errors.ts'
import { createTextThread, type TextCaller } from '../text-thread.ts'
import type { FirefoxModel } from './models.ts'

export const card: EngineCard = readEngineCard(new URL('../../../engines/fxtranslate/', import.meta.url))
export const program = 'fxtranslate/wasm/fxtranslate_wasm.js'

export interface TranslateTask extends Pick<FirefoxModel, 'model' | 'sourceVocab' | 'targetVocab'> {
  readonly text: string
}
export interface ModelThread {
  /** Rejects with 503 when the model fails or takes too long, or too many texts wait. */
  translate(model: FirefoxModel, text: string, caller: TextCaller): Promise<string>
  close(): Promise<void>
}
export interface ModelThreadOptions {
  readonly enginesFolder: string
  readonly log: Pick<Log, 'warn'>
  /** How long a text may take, the loading of its model included. */
  readonly timeoutMs?: number
}

export function createModelThread({ enginesFolder, log, timeoutMs = 60_000 }: ModelThreadOptions): ModelThread {
  const thread = createTextThread<TranslateTask>({
    ...{ entry: new URL('./thread-program.ts', import.meta.url), name: 'translation models' },
    ...{ workerData: { enginesFolder }, heapMb: 256, timeoutMs, waitMs: 300_000, idleMs: 300_000 },
    onFailure({ model }, err) {
      log.warn('a translation model failed', { model, err })
      return engineFailed('The translation model of this installation failed. Try again later.')
    },
  })
  return {
    translate: ({ model, sourceVocab, targetVocab }, text, caller) =>
      thread.run({ model, sourceVocab, targetVocab, text }, caller),
    close: thread.close,
  }
}
