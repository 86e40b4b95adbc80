// Corrections of English by Harper, if the operator has added it. It runs on a separate thread, because loading takes
// seconds.
import type { Log } from '#define'
import { type EngineCard, isInstalled, readEngineCard } from '#provider'
import { createThread, TaskFailed } from '#provider/run'
import { engineFailed, tooBusy } from '../../errors.ts'
import type { TextCaller } from '../text-caller.ts'

export const card: EngineCard = readEngineCard(new URL('../../../engines/harper/', import.meta.url))

export interface CorrectionTask {
  readonly text: string
  /** The variant of English; undefined for either, in which only errors in both count. */
  readonly variant: 'en-GB' | 'en-US' | undefined
}
/** The task of the thread. */
export interface HarperTask extends CorrectionTask {
  readonly enginesFolder: string
}
export interface EnglishCorrections {
  /** Corrects a text; rejects with 503 if the program fails or times out, or too many texts wait. */
  correct(task: CorrectionTask, caller: TextCaller): Promise<string>
  close(): Promise<void>
}

/** Creates the corrections; returns undefined if Harper was not added. */
export function createEnglishCorrections(
  enginesFolder: string,
  log: Pick<Log, 'warn'>,
): EnglishCorrections | undefined {
  if (!isInstalled(enginesFolder, card)) return undefined
  const thread = createThread<HarperTask, string>({
    entry: new URL('./thread-program.ts', import.meta.url),
    name: 'english corrections',
    memoryMb: 256,
    timeoutMs: 60_000,
    keepMs: 600_000,
    owners: { waitMs: 60_000, makeBusyError: tooBusy },
  })
  return {
    async correct({ text, variant }, { account, signal }) {
      try {
        return await thread.run({ enginesFolder, text, variant }, { owner: account, signal })
      } catch (err) {
        if (!(err instanceof TaskFailed)) throw err
        log.warn('English was not corrected', { err })
        throw engineFailed('The text could not be corrected. Try again later.')
      }
    },
    close: thread.close,
  }
}
