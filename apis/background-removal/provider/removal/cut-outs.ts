// Cuts out pictures in separate processes: a picture takes seconds of work and hundreds of megabytes, and its bytes
// come from callers. Accounts take turns, and each picture has a limit of time and memory.
import { resolve } from 'node:path'
import { fail, type ProviderKit } from '#define'
import { createThread, TaskFailed } from '#provider/run'
import { chooseEngines, type EngineChoice, type EngineFolders, OperatorCardInvalid } from '../engines/engine-choice.ts'
import type { CutOut, CutOutProblem, CutOutTask } from '../picture/cut-out.ts'

/** Runs one task; returns undefined for a picture that exceeded its limits. */
export type RunCutOut = (
  account: string,
  task: Omit<CutOutTask, 'engines'>,
  signal: AbortSignal,
) => Promise<CutOut | CutOutProblem | undefined>

const timeoutMs = 90_000
const memoryMb = 2048

/** Runs the tasks of accounts; returns the result of `cutOut`, or undefined if the limits ended it. */
export interface CutOutRunner {
  run(account: string, task: CutOutTask, signal: AbortSignal): Promise<CutOut | CutOutProblem | undefined>
}

type Kit = Pick<ProviderKit, 'enginesFolder' | 'filesFolder' | 'log'>

export function createCutOuts(kit: Kit, runner: CutOutRunner = createProcesses(kit)): RunCutOut {
  const { enginesFolder, filesFolder, log } = kit
  const folders = { enginesFolder, filesFolder: resolve(filesFolder) }
  return async (account, task, signal) => {
    const answer = await runner.run(account, { ...task, engines: enginesFor(folders, log) }, signal)
    for (const failure of answer?.failures ?? []) log.warn('an engine could not be used', { failure })
    return answer
  }
}

function createProcesses({ log }: Kit): CutOutRunner {
  const processes = createThread<CutOutTask, CutOut | CutOutProblem>({
    entry: new URL('../picture/picture-process.ts', import.meta.url),
    process: true,
    memoryMb,
    timeoutMs,
    lowPriority: true,
    owners: {
      running: 2,
      waiting: 100,
      makeBusyError: () => fail('provider.busy', { api: 'Background removal' }, { retryAfterS: 10 }),
    },
  })
  return {
    run: (owner, task, signal) =>
      processes.run(task, { owner, signal }).catch((error: unknown) => {
        if (!(error instanceof TaskFailed)) throw error
        log.warn('a picture could not be cut out', { reason: error.reason })
        return undefined
      }),
  }
}

/** An unusable card must not stop the other engines. */
function enginesFor(folders: EngineFolders, log: ProviderKit['log']): EngineChoice[] {
  try {
    return chooseEngines(folders)
  } catch (error) {
    if (!(error instanceof OperatorCardInvalid)) throw error
    log.warn('the card of a network cannot be used', { reason: error.message })
    return chooseEngines({ ...folders, filesFolder: undefined })
  }
}
