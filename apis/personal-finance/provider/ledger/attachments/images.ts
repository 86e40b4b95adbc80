// Makes smaller copies of images in worker threads: a photo takes a second of work. A few run at once, each with a
// limit of time and memory.
import { Worker } from 'node:worker_threads'
import type { Variant } from './shrink.ts'

/** Copies of an image by variant. */
export type Variants = Readonly<Record<Variant, Buffer>>

const maxThreads = 2
const timeLimitMs = 20_000
const maxWaiting = 100

/** Undefined for an image that cannot be read, or not in time. */
export type ShrinkImage = (kind: 'png' | 'jpg', bytes: Buffer) => Promise<Variants | undefined>

export function createImageShrinker(): ShrinkImage {
  let running = 0
  const waiting: (() => void)[] = []
  return async (kind, bytes) => {
    if (running >= maxThreads) {
      if (waiting.length >= maxWaiting) return undefined
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
}

function inThread(kind: 'png' | 'jpg', bytes: Buffer): Promise<Variants | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./image-worker.ts', import.meta.url), {
      workerData: { kind, bytes: new Uint8Array(bytes) },
      resourceLimits: { maxOldGenerationSizeMb: 512 },
      // keeps what a decoder prints about a damaged image out of the log
      stdout: true,
      stderr: true,
    })
    const timer = setTimeout(() => settle(undefined), timeLimitMs)
    const settle = (variants: Variants | undefined) => {
      clearTimeout(timer)
      void worker.terminate()
      resolve(variants)
    }
    worker.once('message', (copies: Record<Variant, Uint8Array>) =>
      settle({ thumb: Buffer.from(copies.thumb), large: Buffer.from(copies.large) }),
    )
    worker.once('error', () => settle(undefined))
    worker.once('exit', () => settle(undefined))
  })
}
