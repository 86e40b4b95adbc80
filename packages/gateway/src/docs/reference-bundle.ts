// The browser code of the reference page, read on a separate thread: evaluating the package that holds it takes most of
// a second.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { asBuffer } from '../threads/streams.ts'

/** The script that defines `Scalar`; about 4 MB. Rejects when the package no longer serves it. */
export async function loadReferenceBundle(): Promise<Buffer> {
  const worker = new Worker(new URL('./reference-bundle-thread.ts', import.meta.url), { name: 'reference page' })
  worker.unref()
  try {
    const [script] = await once(worker, 'message')
    if (!(script instanceof Uint8Array)) throw new Error('the reference page has no script')
    return asBuffer(script)
  } finally {
    await worker.terminate()
  }
}
