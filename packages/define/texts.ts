// Reads strings from callers, in time linear in their length.

/** Returns the text without trailing repetitions of the character. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end--
  return text.slice(0, end)
}

/** True if the text consists of these literals in this order, with at least `least` characters between two of them. */
export function isMadeOf(text: string, literals: readonly string[], least: number): boolean {
  const [first = '', ...others] = literals
  const last = others.pop()
  if (last === undefined) return text === first
  if (!text.startsWith(first)) return false
  let at = first.length
  for (const literal of others) {
    const start = text.indexOf(literal, at + least)
    if (start < 0) return false
    at = start + literal.length
  }
  return text.endsWith(last) && text.length - last.length - at >= least
}

/** Returns the parameters `name="value"` of a header such as `Authorization`, whatever separates them. */
export function quotedParameters(header: string): (readonly [name: string, value: string])[] {
  const parameters = header.matchAll(/(?<![\w-])([\w-]+)="([^"]*)"/g)
  return Array.from(parameters, ([, name = '', value = '']) => [name, value] as const)
}
