// Suggests declared names for an undeclared one, for sentences such as "did you mean scopes?".
import { present } from '#define/present'

const nearestLimit = 3
const comparedLength = 120

/** Returns the three known names nearest to an unknown one, nearest first. */
export function nearestOf(known: readonly string[], name: string): string[] {
  return ranked(known, name)
    .slice(0, nearestLimit)
    .map((entry) => entry.name)
}

/** Returns the nearest known name, unless more than half of the letters differ: such a guess would only mislead. */
export function likelyMeant(known: readonly string[], name: string): string | undefined {
  const best = ranked(known, name)[0]
  if (!best) return undefined
  return best.away <= Math.max(best.name.length, Math.min(name.length, comparedLength)) / 2 ? best.name : undefined
}

function ranked(known: readonly string[], name: string): { readonly name: string; readonly away: number }[] {
  const target = name.slice(0, comparedLength).toLowerCase()
  return known.map((one) => ({ name: one, away: distance(one.toLowerCase(), target) })).sort((a, b) => a.away - b.away)
}

/** Edit distance (Levenshtein), computed with a single row. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = present(row[j - 1]) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, present(row[j]) + 1, present(next[j - 1]) + 1))
    }
    row = next
  }
  return present(row[b.length])
}
