// Replaces ids and keys in examples by those that an embedded provider has assigned, so that an example can read what
// the previous one created.
import type { Example } from '#define/reflect'
import { identifying, withIds } from '#derive'

interface ExampleIds {
  /** Remembers ids and keys of the response that differ from those of the example. */
  learn(expected: unknown, actual: unknown): void
  /** Returns the example with the assigned ids. */
  applied(example: Example): Example
}

export function createExampleIds(): ExampleIds {
  const assigned = new Map<string, string | number>()
  const learn = (expected: unknown, actual: unknown): void => {
    if (typeof expected !== 'object' || expected === null || typeof actual !== 'object' || actual === null) return
    for (const [name, value] of Object.entries(expected)) {
      const received: unknown = Reflect.get(actual, name)
      if (isId(value) && isId(received)) {
        if (identifying.test(name) && value !== received) assigned.set(String(value), received)
      } else learn(value, received)
    }
  }
  return { learn, applied: (example) => withIds(example, (value) => assigned.get(String(value))) }
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}
