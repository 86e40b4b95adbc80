// Cuts pictures out in processes: a picture takes seconds of work and hundreds of megabytes, and its bytes come from
// callers. Accounts take turns, and each picture has a limit of time and memory.
import { resolve } from 'node:path'
import { fail, type ProviderKit } from '#define'
import { createProcessPool } from '#provider'
import { chooseEngines, type EngineChoice, type EngineFolders, OperatorCardInvalid } from '../engines/engine-choice.ts'
import type { CutOut, CutOutProblem, CutOutTask } from '../picture/cut-out.ts'

/** Undefined for a picture that could not be finished within its limits. */
export type RunCutOut = (
  account: string,
  task: Omit<CutOutTask, 'engines'>,
  signal: AbortSignal,
) => Promise<CutOut | CutOutProblem | undefined>

const timeoutMs = 90_000
const memoryMb = 2048

/** Does the tasks of accounts; the result is what `cutOut` returns, or undefined where the limits ended it. */
export interface CutOutRunner {
  run(account: string, task: CutOutTask, signal: AbortSignal): Promise<unknown>
}

type Kit = Pick<ProviderKit, 'enginesFolder' | 'filesFolder' | 'log'>

export function createCutOuts(kit: Kit, runner: CutOutRunner = createProcesses(kit)): RunCutOut {
  const { enginesFolder, filesFolder, log } = kit
  const folders = { enginesFolder, filesFolder: resolve(filesFolder) }
  return async (account, task, signal) => {
    const result = await runner.run(account, { ...task, engines: enginesFor(folders, log) }, signal)
    const answer = result as CutOut | CutOutProblem | undefined // what picture-process.ts returns
    for (const failure of answer?.failures ?? []) log.warn('an engine could not be used', { failure })
    return answer
  }
}

function createProcesses({ log }: Kit): CutOutRunner {
  return createProcessPool({
    entry: new URL('../picture/picture-process.ts', import.meta.url),
    processes: 2,
    timeoutMs,
    memoryMb,
    waiting: 100,
    waitingPerOwner: 20,
    makeBusyError: () => fail('provider.busy', { api: 'Background removal' }, { retryAfterS: 10 }),
    onFailure: (reason) => log.warn('a picture could not be cut out', { reason }),
  })
}

/** A card that cannot be used must not stop the others. */
function enginesFor(folders: EngineFolders, log: ProviderKit['log']): EngineChoice[] {
  try {
    return chooseEngines(folders)
  } catch (error) {
    if (!(error instanceof OperatorCardInvalid)) throw error
    log.warn('the card of a network cannot be used', { reason: error.message })
    return chooseEngines({ ...folders, filesFolder: undefined })
  }
}
