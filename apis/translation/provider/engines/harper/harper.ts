// Corrections of English by Harper, where the operator has added it. It runs on a thread of its own, since it loads
// for seconds.
import type { Log } from '#define'
import { type EngineCard, isInstalled, readEngineCard } from '#provider'
import { engineFailed } from '../../errors.ts'
import { createTextThread, type TextCaller } from '../text-thread.ts'

export const card: EngineCard = readEngineCard(new URL('../../../engines/harper/', import.meta.url))

export interface CorrectionTask {
  readonly text: string
  /** What both kinds of English call an error is one; undefined where the text may be in either. */
  readonly variant: 'en-GB' | 'en-US' | undefined
}
export interface EnglishCorrections {
  /** Rejects with 503 when the program fails or takes too long, or too many texts wait. */
  correct(task: CorrectionTask, caller: TextCaller): Promise<string>
  close(): Promise<void>
}

/** Undefined where the program has not been added. */
export function createEnglishCorrections(
  enginesFolder: string,
  log: Pick<Log, 'warn'>,
): EnglishCorrections | undefined {
  if (!isInstalled(enginesFolder, card)) return undefined
  const thread = createTextThread<CorrectionTask>({
    ...{ entry: new URL('./thread-program.ts', import.meta.url), name: 'english corrections' },
    ...{ workerData: { enginesFolder }, heapMb: 256, timeoutMs: 60_000, waitMs: 60_000, idleMs: 600_000 },
    onFailure(_task, err) {
      log.warn('English was not corrected', { err })
      return engineFailed('The text could not be corrected. Try again later.')
    },
  })
  return { correct: thread.run, close: thread.close }
}
