// Patterns of model names, in which `*` stands for any characters.

export function matchesPattern(pattern: string, name: string): boolean {
  if (pattern === '*') return true
  if (!pattern.includes('*')) return pattern === name
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop() ?? ''
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false
  let at = first.length
  const end = name.length - last.length
  for (const piece of rest) {
    const index = name.indexOf(piece, at)
    if (index < 0 || index + piece.length > end) return false
    at = index + piece.length
  }
  return true
}

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
