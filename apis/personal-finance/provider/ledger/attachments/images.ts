// Scales images on threads: a photo takes seconds of work. Accounts take turns, and each task has limits of time and
// memory.
import { fail } from '#define'
import { createThread, TaskFailed } from '#provider/run'
import type { Variant } from './shrink.ts'

export interface ImageTask {
  readonly kind: 'png' | 'jpg'
  readonly bytes: Uint8Array
}
/** Copies of an image by variant. */
export type Variants = Readonly<Record<Variant, Buffer>>
export interface Image extends ImageTask {
  readonly bytes: Buffer
}
/**
 * Scales an image; undefined if it is unreadable or takes too long. Rejects with `provider.busy` if too many wait, and
 * with the signal's reason once it is aborted.
 */
export type ShrinkImage = (owner: string, image: Image, signal?: AbortSignal) => Promise<Variants | undefined>

export function createImageShrinker(): ShrinkImage {
  const threads = createThread<ImageTask, Record<Variant, Uint8Array>>({
    entry: new URL('./image-worker.ts', import.meta.url),
    memoryMb: 512,
    timeoutMs: 20_000,
    lowPriority: true,
    owners: {
      running: 2,
      waiting: 100,
      waitingPerOwner: 10,
      makeBusyError: () => fail('provider.busy', { api: 'Personal finance' }, { retryAfterS: 5 }),
    },
  })
  return async (owner, { kind, bytes }, signal) => {
    try {
      const by = { owner, ...(signal && { signal }) }
      const { thumb, large } = await threads.run({ kind, bytes: new Uint8Array(bytes) }, by)
      return { thumb: Buffer.from(thumb), large: Buffer.from(large) }
    } catch (error) {
      if (error instanceof TaskFailed) return undefined
      throw error
    }
  }
}
