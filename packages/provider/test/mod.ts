// Helpers for tests of embedded providers: a world to call them in, and its parts.
export type { Caller, WorldCall, WorldResponse } from './caller.ts'
export type { TestClock } from './kit.ts'
export { createDraws, createLogLines, createTestClock, emptyKit } from './kit.ts'
export { createSeededRandom } from './random.ts'
export type { ImportOptions, World, WorldOptions } from './world.ts'
export { openWorld, testCall } from './world.ts'
