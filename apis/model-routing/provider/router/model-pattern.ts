// Values by patterns of model names, in which `*` stands for any characters.
import { matchesPattern } from '#provider/budgets'

/** Returns the value of the exact name, otherwise of the longest pattern that matches it. */
export function longestMatch<T>(byPattern: Readonly<Record<string, T>>, name: string): T | undefined {
  if (Object.hasOwn(byPattern, name)) return byPattern[name]
  const best = longestFirst(byPattern).find((pattern) => matchesPattern(pattern, name))
  return best === undefined ? undefined : byPattern[best]
}

/** Sorted patterns: they are sorted once, not with every call. */
const sorted = new WeakMap<object, readonly string[]>()
function longestFirst(byPattern: object): readonly string[] {
  const known = sorted.get(byPattern)
  if (known) return known
  const patterns = Object.keys(byPattern).sort((one, other) => other.length - one.length)
  sorted.set(byPattern, patterns)
  return patterns
}
