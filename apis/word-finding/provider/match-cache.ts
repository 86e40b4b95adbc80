// Caches the matches of recent constraints, so that a repeated or combined query is not searched again. It is bounded
// by the total number of matches; the least recently used entries are evicted first.
import { createMatchStore, type Stored } from './match-store.ts'
import type { Match } from './matches.ts'

export type Remember = (key: string, find: () => readonly Match[]) => readonly Match[]

export function createRemember(mostMatches = 40_000): Remember {
  const store = createMatchStore(mostMatches)
  const known = new Map<string, Stored>()
  /** The most recent matches, uncopied: clients often repeat a query at once to request more metadata. */
  let latest: { readonly key: string; readonly matches: readonly Match[] } | undefined

  function add(key: string, matches: readonly Match[]): void {
    if (matches.length > mostMatches) return
    let stored = store.add(matches)
    for (const [oldest, forgotten] of known) {
      if (stored !== undefined) break
      known.delete(oldest)
      store.remove(forgotten)
      stored = store.add(matches)
    }
    if (stored === undefined) return
    known.set(key, stored)
    latest = { key, matches: matches }
  }
  return (key, find) => {
    const before = known.get(key)
    if (before) {
      known.delete(key)
      known.set(key, before)
      if (latest?.key !== key) latest = { key, matches: store.read(before) }
      return latest.matches
    }
    const matches = find()
    add(key, matches)
    return matches
  }
}
