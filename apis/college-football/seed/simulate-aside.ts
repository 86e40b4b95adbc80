// Simulates seasons on a thread of its own, which ends: what it used is given back at once. The garbage of a million
// plays would otherwise enlarge the memory of the thread that answers for good.
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { SeasonsToKeep } from './league.ts'

/** Some times what it needs. */
const memoryMb = 256

/** Resolves when the plays of the finished seasons are kept. Rejects when they could not be simulated. */
export async function simulateAside({ cacheFolder, nowMs }: SeasonsToKeep): Promise<void> {
  const thread = new Worker(new URL('./season-thread.js', import.meta.url), {
    name: 'college-football seasons',
    workerData: { cacheFolder, nowMs, compileCache: getCompileCacheDir() },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // our environment may hold secrets that it has no use for
    env: {},
  })
  // rejects with the error of the thread
  await once(thread, 'exit')
}
