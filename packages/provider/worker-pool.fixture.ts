// A thread for the tests of the pool: it posts what it is given, once it may, or never.
import { parentPort, workerData } from 'node:worker_threads'

const { mode, result, gate }: { mode: string; result: unknown; gate: Int32Array } = workerData
if (mode === 'throw') throw new Error('the task failed')
if (mode === 'hang') for (;;);
if (mode === 'wait') Atomics.wait(gate, 0, 0)
parentPort?.postMessage(result)
