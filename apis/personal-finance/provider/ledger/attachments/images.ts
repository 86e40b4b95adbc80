// Makes the smaller copies of images beside the process, because a photo takes a second of work. Few at once, each for a bounded
// time and with bounded memory.
import { Worker } from 'node:worker_threads'
import type { Variant } from './shrink.ts'

/** Copies of an image by variant. */
export type Variants = Readonly<Record<Variant, Buffer>>

const atOnce = 2
const timeMs = 20_000
const waitingLimit = 100

let running = 0
const waiting: (() => void)[] = []

/** Undefined for an image that cannot be read, or not in time. */
export async function makeVariants(kind: 'png' | 'jpg', bytes: Buffer): Promise<Variants | undefined> {
  if (running >= atOnce) {
    if (waiting.length >= waitingLimit) return undefined
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await inThread(kind, bytes)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

function inThread(kind: 'png' | 'jpg', bytes: Buffer): Promise<Variants | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./image-worker.ts', import.meta.url), {
      workerData: { kind, bytes: new Uint8Array(bytes) },
      resourceLimits: { maxOldGenerationSizeMb: 512 },
      // what a damaged image makes a decoder say is nobody's business
      stdout: true,
      stderr: true,
    })
    const timer = setTimeout(() => settle(undefined), timeMs)
    const settle = (variants: Variants | undefined) => {
      clearTimeout(timer)
      void worker.terminate()
      resolve(variants)
    }
    worker.once('message', (made: Record<Variant, Uint8Array>) =>
      settle({ thumb: Buffer.from(made.thumb), large: Buffer.from(made.large) }),
    )
    worker.once('error', () => settle(undefined))
    worker.once('exit', () => settle(undefined))
  })
}
