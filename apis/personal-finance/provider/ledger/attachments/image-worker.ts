// A thread that makes the smaller copies of one image and ends. Its input and output are in images.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '#provider'
import { variantsOf } from './shrink.ts'

lowerThreadPriority()
const { kind, bytes }: { kind: 'png' | 'jpg'; bytes: Uint8Array } = workerData
parentPort?.postMessage(variantsOf(kind, Buffer.from(bytes)))
