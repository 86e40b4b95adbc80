// Remembers the findings of recent constraints, so that a repeated or combined query is not searched again. Bounded by how many
// findings it holds in all; what was not asked for the longest goes first.
import type { Match } from './matches.ts'

export type Remember = (key: string, find: () => readonly Match[]) => readonly Match[]

export function createRemember(mostMatches = 40_000): Remember {
  const known = new Map<string, readonly Match[]>()
  let held = 0
  return (key, find) => {
    const before = known.get(key)
    if (before) {
      known.delete(key)
      known.set(key, before)
      return before
    }
    const found = find()
    if (found.length > mostMatches) return found
    known.set(key, found)
    held += found.length + 1
    for (const [oldest, matches] of known) {
      if (held <= mostMatches) break
      known.delete(oldest)
      held -= matches.length + 1
    }
    return found
  }
}
