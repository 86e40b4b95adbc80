// A program whose thread frees 60 MB in pieces and keeps every hundredth. Prints the resident bytes before and after
// they are returned.
import { once } from 'node:events'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { findMallocTrim } from './freed-memory.ts'

/** Small enough for the allocator's own areas; larger ones are the system's and go back at once. */
const pieceBytes = 30_000

if (isMainThread) {
  const thread = new Worker(new URL(import.meta.url))
  await once(thread, 'message')
  const trim = await findMallocTrim()
  const before = process.memoryUsage.rss()
  trim?.()
  process.stdout.write(JSON.stringify({ isFound: trim !== undefined, before, after: process.memoryUsage.rss() }))
  await thread.terminate()
} else {
  const pieces = Array.from({ length: 2000 }, (_, at) => Buffer.allocUnsafeSlow(pieceBytes).fill(at))
  const kept = pieces.filter((_, at) => at % 100 === 0)
  for (const [at, { buffer }] of pieces.entries()) if (at % 100 !== 0) structuredClone(buffer, { transfer: [buffer] })
  pieces.length = 0
  globalThis.gc?.()
  parentPort?.on('message', () => kept.pop())
  parentPort?.postMessage('freed')
}
