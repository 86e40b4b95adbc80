// Ids and keys that an embedded provider gives when something is made, in place of those that the examples name: what the example
// of one endpoint makes can then be asked for by the example of the next.
import type { Example } from '#define'

export interface GivenNames {
  /** Remembers what the answer has where the example has another id or key. */
  learn(expected: unknown, actual: unknown): void
  /** The example with the names that were given. */
  applied(example: Example): Example
}

/** Members that name something: `id`, `glossary_id`, `documentKey`, … */
const naming = /(?:^|_)(?:id|uuid|key|token)$|(?:Id|Uuid|UUID|Key|Token)$/

export function createGivenNames(): GivenNames {
  const given = new Map<string, string | number>()
  const learn = (expected: unknown, actual: unknown): void => {
    if (typeof expected !== 'object' || expected === null || typeof actual !== 'object' || actual === null) return
    for (const [name, wanted] of Object.entries(expected)) {
      const got: unknown = Reflect.get(actual, name)
      if (isName(wanted) && isName(got)) {
        if (naming.test(name) && wanted !== got) given.set(String(wanted), got)
      } else learn(wanted, got)
    }
  }
  const apply = (value: unknown): unknown => {
    if (isName(value)) return given.get(String(value)) ?? value
    if (Array.isArray(value)) return value.map(apply)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, apply(member)]))
  }
  return {
    learn,
    applied({ params, body, ...rest }) {
      return {
        ...rest,
        ...(params === undefined ? {} : { params: { ...Object(apply(params)) } }),
        ...(body === undefined ? {} : { body: apply(body) }),
      }
    },
  }
}

function isName(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}
