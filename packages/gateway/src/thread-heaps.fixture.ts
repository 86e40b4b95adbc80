// A program that prints how large the young generation of a heap grows that has much to keep for a while, both halves
// in MB: of its main thread, and of a thread.
import { getHeapSpaceStatistics } from 'node:v8'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import './thread-heaps.js'

function grownMb(): number {
  const keep: number[][] = []
  for (let made = 0; made < 3_000_000; made++) {
    keep.push([made, made, made])
    if (keep.length > 60_000) keep.splice(0, 30_000)
  }
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  return (young?.space_size ?? 0) / 1024 / 1024
}

if (isMainThread) {
  const main = grownMb()
  const thread = new Worker(new URL(import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 500 } })
  thread.once('message', (inThread: number) => process.stdout.write(JSON.stringify({ main, inThread })))
} else parentPort?.postMessage(grownMb())
