// Connects the comparison of answers: the thread, the sampler of live answers, the log of findings, and HAR files.
import type { ProviderKit } from '#define'
import { systemTimers } from '#provider'
import { createThread } from '#provider/run'
import type { Store } from '#store'
import type { ServedApis } from '../../call/served-apis.ts'
import type { Config } from '../../process/config.ts'
import type { Log } from '../../process/log.ts'
import type { DriftResult, DriftTask } from '../../record/drift/drift-thread.ts'
import { createDriftSampler } from '../../record/drift/sampler.ts'
import type { DriftSampler } from '../../upstream/answer-copy.ts'
import type { Announce } from '../events/announce.ts'
import { createWithHar, type WithHar } from './arriving-har.ts'
import { type CompareHar, createCompareHar } from './compare-har.ts'
import { startDriftLog } from './drift-log.ts'
import { type AnswersOfHar, createAnswersOfHar } from './har-answers.ts'

interface DriftDeps {
  /** Holds the share of the live answers to compare, from 0 to 1. */
  readonly config: Pick<Config, 'GATEHOUSE_DRIFT_SAMPLE'>
  readonly store: Store
  readonly served: Pick<ServedApis, 'listings' | 'bySlug'>
  readonly ask: ProviderKit['ask']
  readonly announce: Announce
  readonly clock: () => number
  readonly monotonic: () => number
  readonly log: Log
  /** The gateway's address as callers see it. */
  readonly baseUrl: string
}
export interface Drift {
  /** Undefined if no live answers are compared. */
  readonly sampler: DriftSampler | undefined
  readonly compareHar: CompareHar
  readonly answersOfHar: AnswersOfHar
  readonly withHar: WithHar
  /** Writes the notes so far. */
  readonly flushDrift: () => Promise<void>
  stop(): Promise<void>
}

/** Starts to compare; the thread starts with the first answer or file. */
export function startDrift(deps: DriftDeps): Drift {
  const share = deps.config.GATEHOUSE_DRIFT_SAMPLE
  const thread = createThread<DriftTask, DriftResult>({
    entry: new URL('../../record/drift/drift-thread.ts', import.meta.url),
    name: 'drift',
    memoryMb: 512,
    timeoutMs: 10_000,
    keepMs: 60_000,
    lowPriority: true,
  })
  const log = startDriftLog({ ...deps, timers: systemTimers })
  return {
    sampler:
      share > 0 ? createDriftSampler({ ...deps, share, thread, note: log.note, random: Math.random }) : undefined,
    compareHar: createCompareHar({ ...deps, thread }),
    answersOfHar: createAnswersOfHar({ ...deps, thread }),
    withHar: createWithHar(),
    flushDrift: log.flush,
    async stop() {
      await thread.close()
      await log.stop()
    },
  }
}
