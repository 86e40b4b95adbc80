// The thread that runs Firefox models. An unreadable model ends it, like a text that takes too long.
import type { Log } from '#define'
import { type EngineCard, readEngineCard } from '#provider'
import { createThread, TaskFailed } from '#provider/run'
import { engineFailed, tooBusy } from '../../errors.ts'
import type { TextCaller } from '../text-caller.ts'
import type { FirefoxModel } from './models.ts'

export const card: EngineCard = readEngineCard(new URL('../../../engines/fxtranslate/', import.meta.url))
export const program = 'fxtranslate/wasm/fxtranslate_wasm.js'

export interface TranslateTask extends Pick<FirefoxModel, 'model' | 'sourceVocab' | 'targetVocab'> {
  readonly enginesFolder: string
  readonly text: string
}
export interface ModelThread {
  /** Translates a text; rejects with 503 if the model fails or times out, or too many texts wait. */
  translate(model: FirefoxModel, text: string, caller: TextCaller): Promise<string>
  close(): Promise<void>
}
interface ModelThreadOptions {
  readonly enginesFolder: string
  readonly log: Pick<Log, 'warn'>
  /** Timeout of a text, including the loading of its model. */
  readonly timeoutMs?: number
}

export function createModelThread({ enginesFolder, log, timeoutMs = 60_000 }: ModelThreadOptions): ModelThread {
  const thread = createThread<TranslateTask, string>({
    entry: new URL('./thread-program.ts', import.meta.url),
    name: 'translation models',
    memoryMb: 256,
    timeoutMs,
    keepMs: 300_000,
    owners: { waitMs: 300_000, makeBusyError: tooBusy },
  })
  return {
    async translate({ model, sourceVocab, targetVocab }, text, { account, signal }) {
      try {
        return await thread.run({ enginesFolder, model, sourceVocab, targetVocab, text }, { owner: account, signal })
      } catch (err) {
        if (!(err instanceof TaskFailed)) throw err
        log.warn('a translation model failed', { model, err })
        throw engineFailed('The translation model of this installation failed. Try again later.')
      }
    },
    close: thread.close,
  }
}
