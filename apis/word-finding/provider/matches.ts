// What a constraint finds, and how findings are ordered. The scores of one constraint rank its own findings only.

export interface Match {
  readonly word: number
  /** Higher fits better. */
  readonly score: number
  /** The meaning that fitted. */
  readonly synset?: number
  /** The pronunciation that fitted. */
  readonly pronunciation?: number
  /** How it fitted, told as tags. */
  readonly tags?: readonly string[]
}

/** Where a word stands by frequency, the most frequent at 0. */
type PlaceOf = (word: number) => number

/** The best match of each word, best first; equal scores by frequency, then by word. */
export function rank(matches: Iterable<Match>, placeOf: PlaceOf): Match[] {
  const best = new Map<number, Match>()
  for (const match of matches) {
    const known = best.get(match.word)
    if (!known || match.score > known.score) best.set(match.word, match)
  }
  return order([...best.values()], placeOf)
}

/** Puts matches in that order, of which no two have the same word. */
export function order(matches: Match[], placeOf: PlaceOf): Match[] {
  return matches.sort((a, b) => b.score - a.score || placeOf(a.word) - placeOf(b.word))
}

/** What may be known of a match. */
export interface Facts {
  readonly synset?: number | undefined
  readonly pronunciation?: number | undefined
  readonly tags?: readonly string[] | undefined
}

/**
 * A match of these facts. Made at once with all its members: one by one they would not be within the object, and there are thousands
 * of these.
 */
export function matchOf(word: number, score: number, { synset, pronunciation, tags }: Facts): Match {
  if (synset !== undefined) {
    if (pronunciation !== undefined)
      return tags ? { word, score, synset, pronunciation, tags } : { word, score, synset, pronunciation }
    return tags ? { word, score, synset, tags } : { word, score, synset }
  }
  if (pronunciation !== undefined) return tags ? { word, score, pronunciation, tags } : { word, score, pronunciation }
  return tags ? { word, score, tags } : { word, score }
}
