// What runs on a thread of hashes: the rounds of one text after another.
import { parentPort, workerData } from 'node:worker_threads'
import { otherRounds } from './hash.ts'

// loaded on the one thread that gives way: the others need nothing of it
if (workerData.givesWay) (await import('#provider')).lowerThreadPriority()

parentPort?.on('message', (first: string) => parentPort?.postMessage(otherRounds(first)))
