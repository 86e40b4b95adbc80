// Work on threads and in processes, with owners taking turns. See README.md for the use and the limits.
export { isProgram, runProgram } from './program.ts'
export { serveTasks } from './serve-tasks.ts'
export { startWorker, TaskFailed } from './start.ts'
export { createThread, type Thread } from './thread.ts'
export { lowerThreadPriority } from './thread-priority.ts'
export type { Turns } from './turns.ts'
export { createTurns } from './turns.ts'
