// Cuts pictures out in processes: a picture takes seconds of work and hundreds of megabytes, and its bytes come from
// callers. Accounts take turns, and each picture has a limit of time and memory.
import { fail, type ProviderKit } from '#define'
import { createProcessPool } from '#provider'
import { chooseEngines, type EngineChoice, OperatorCardInvalid } from '../engines/engine-choice.ts'
import type { CutOut, CutOutProblem, CutOutTask } from '../picture/cut-out.ts'

/** Undefined for a picture that could not be finished within its limits. */
export type RunCutOut = (
  account: string,
  task: Omit<CutOutTask, 'engines'>,
  signal: AbortSignal,
) => Promise<CutOut | CutOutProblem | undefined>

const timeoutMs = 60_000
const memoryMb = 2048

export function createCutOuts({ enginesFolder, log }: Pick<ProviderKit, 'enginesFolder' | 'log'>): RunCutOut {
  const pool = createProcessPool({
    entry: new URL('../picture/picture-process.ts', import.meta.url),
    processes: 2,
    timeoutMs,
    memoryMb,
    waiting: 100,
    waitingPerOwner: 20,
    makeBusyError: () => fail('provider.busy', { api: 'Background removal' }, { retryAfterS: 10 }),
    onFailure: (reason) => log.warn('a picture could not be cut out', { reason }),
  })
  return async (account, task, signal) => {
    const result = await pool.run(account, { ...task, engines: enginesFor(enginesFolder, log) }, signal)
    const answer = result as CutOut | CutOutProblem | undefined // what picture-process.ts returns
    for (const failure of answer?.failures ?? []) log.warn('an engine could not be used', { failure })
    return answer
  }
}

/** A card that cannot be used must not stop the others. */
function enginesFor(folder: string, log: ProviderKit['log']): EngineChoice[] {
  try {
    return chooseEngines(folder)
  } catch (error) {
    if (!(error instanceof OperatorCardInvalid)) throw error
    log.warn('the card of a network cannot be used', { reason: error.message })
    return chooseEngines(folder, { ownNetwork: false })
  }
}
