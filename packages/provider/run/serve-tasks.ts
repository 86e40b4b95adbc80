// The other side of `createThread`: a thread or process that runs one task after another.
import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from './thread-priority.ts'

/**
 * Runs each task and sends its result. A task that throws has no result and ends the thread or process, because it
 * could have left a library in an unknown state.
 */
export function serveTasks<Task>(work: (task: Task) => unknown): void {
  const port = parentPort
  if (port) {
    if (Object(workerData).lowPriority === true) lowerThreadPriority()
    port.on('message', async (message: { readonly task: Task }) =>
      port.postMessage({ result: await work(message.task) }),
    )
    return
  }
  // without the gateway there is no recipient
  process.once('disconnect', () => process.exit(1))
  process.on('message', async (message: { readonly task: Task }) =>
    process.send?.({ result: await work(message.task) }),
  )
}
