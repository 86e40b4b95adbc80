// A program for the tests: it returns what it is given, once it may, or never.
import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { serveTasks } from './serve-tasks.ts'

export interface TestTask {
  readonly mode: 'return' | 'throw' | 'crash' | 'hang' | 'grow' | 'fill' | 'wait' | 'environment' | 'count'
  readonly result?: unknown
  /** A file that `wait` waits for. */
  readonly gate?: string
  /** The time until the result. */
  readonly ms?: number
}
const kept: unknown[] = []
let count = 0

serveTasks(async ({ mode, result, gate = '', ms = 0 }: TestTask) => {
  count++
  if (mode === 'throw') throw new Error('the task failed')
  if (mode === 'crash') process.abort()
  if (mode === 'hang') for (;;);
  // filled outside the heap, so that only the resident memory shows it
  if (mode === 'grow') for (;;) kept.push(Buffer.alloc(16 * 1024 * 1024, 1))
  if (mode === 'fill') for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => ({ index })))
  while (mode === 'wait' && !existsSync(gate)) await setTimeout(10)
  await setTimeout(ms)
  if (mode === 'count') return count
  return mode === 'environment' ? { ...process.env } : result
})
