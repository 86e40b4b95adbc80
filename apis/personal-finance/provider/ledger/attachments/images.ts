// Makes smaller copies of images on threads: a photo takes seconds of work. Accounts take turns, and each task has a
// limit of time and memory.
import { fail } from '#define'
import { createWorkerPool } from '#provider'
import type { Variant } from './shrink.ts'

/** Copies of an image by variant. */
export type Variants = Readonly<Record<Variant, Buffer>>
export interface Image {
  readonly kind: 'png' | 'jpg'
  readonly bytes: Buffer
}
/**
 * Undefined for an image that cannot be read, or not in time. Rejects with `provider.busy` when too many wait, and with
 * the signal's reason once that is aborted.
 */
export type ShrinkImage = (owner: string, image: Image, signal?: AbortSignal) => Promise<Variants | undefined>

export function createImageShrinker(): ShrinkImage {
  const pool = createWorkerPool({
    entry: new URL('./image-worker.ts', import.meta.url),
    threads: 2,
    timeoutMs: 20_000,
    memoryMb: 512,
    waiting: 100,
    waitingPerOwner: 10,
    makeBusyError: () => fail('provider.busy', { api: 'Personal finance' }, { retryAfterS: 5 }),
  })
  return async (owner, { kind, bytes }, signal) => {
    const copies = await pool.run(owner, { kind, bytes: new Uint8Array(bytes) }, signal)
    if (copies === undefined) return undefined
    const { thumb, large } = copies as Record<Variant, Uint8Array> // what image-worker.ts posts
    return { thumb: Buffer.from(thumb), large: Buffer.from(large) }
  }
}
