// A process for the tests of the pool: it returns what it is given, once it may, or never.
import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { serveTask } from './process-pool.ts'

interface Task {
  readonly mode: 'return' | 'throw' | 'crash' | 'hang' | 'grow' | 'wait' | 'environment'
  readonly result?: unknown
  /** A file that `wait` waits for. */
  readonly gate?: string
}
const kept: Buffer[] = []

serveTask(async (task) => {
  const { mode, result, gate = '' } = task as Task // sent by the tests
  if (mode === 'throw') throw new Error('the task failed')
  if (mode === 'crash') process.abort()
  if (mode === 'hang') for (;;);
  // filled outside the heap, so that only the resident memory shows it
  if (mode === 'grow') for (;;) kept.push(Buffer.alloc(16 * 1024 * 1024, 1))
  while (mode === 'wait' && !existsSync(gate)) await setTimeout(10)
  return mode === 'environment' ? { ...process.env } : result
})
