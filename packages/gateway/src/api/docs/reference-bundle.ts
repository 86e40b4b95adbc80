// Loads the browser code of the reference page on a separate thread: evaluating its package takes most of a second.
import { createThread } from '#provider/run'
import { asBuffer } from '../../embedded/threads/streams.ts'

/** Returns the script that defines `Scalar`; about 4 MB. Rejects if the package no longer serves it. */
export async function loadReferenceBundle(): Promise<Buffer> {
  const thread = createThread<undefined, Uint8Array>({
    entry: new URL('./reference-bundle-thread.ts', import.meta.url),
    name: 'reference page',
    memoryMb: 256,
    timeoutMs: 60_000,
  })
  return asBuffer(await thread.run(undefined, { owner: 'reference page' }))
}
