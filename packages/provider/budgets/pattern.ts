// Patterns of names of models, in which `*` stands for any characters.

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
