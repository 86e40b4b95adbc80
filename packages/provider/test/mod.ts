// Helpers for tests of embedded providers: a world to call them in, and its parts.
export type { Caller, WorldResponse } from './caller.ts'
export type { TestClock } from './kit.ts'
export { emptyKit } from './kit.ts'
export { createSeededRandom } from './random.ts'
export type { World, WorldOptions } from './world.ts'
export { openWorld, testCall } from './world.ts'
