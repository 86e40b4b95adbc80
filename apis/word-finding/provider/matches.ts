// The matches of a constraint, and their order. The scores of one constraint rank its own matches only.

export interface Match {
  readonly word: number
  /** Higher is better. */
  readonly score: number
  /** The meaning that matched. */
  readonly synset?: number
  /** The pronunciation that matched. */
  readonly pronunciation?: number
  /** Reported as tags. */
  readonly tags?: readonly string[]
}

/** The rank of a word by frequency, 0 for the most frequent. */
type RankOf = (word: number) => number

/** The best match of each word, best first; equal scores by frequency, then by word. */
export function rank(matches: Iterable<Match>, rankOf: RankOf): Match[] {
  const best = new Map<number, Match>()
  for (const match of matches) {
    const known = best.get(match.word)
    if (!known || match.score > known.score) best.set(match.word, match)
  }
  return order([...best.values()], rankOf)
}

/** Sorts matches in that order; no two of them may have the same word. */
export function order(matches: Match[], rankOf: RankOf): Match[] {
  return matches.sort((a, b) => b.score - a.score || rankOf(a.word) - rankOf(b.word))
}

/** What may be known of a match. */
export interface MatchDetails {
  readonly synset?: number | undefined
  readonly pronunciation?: number | undefined
  readonly tags?: readonly string[] | undefined
}

/**
 * Creates a match with all its members at once: members that are added one by one are stored outside of the object, and
 * there are thousands of matches.
 */
export function matchOf(word: number, score: number, { synset, pronunciation, tags }: MatchDetails): Match {
  if (synset !== undefined) {
    if (pronunciation !== undefined)
      return tags ? { word, score, synset, pronunciation, tags } : { word, score, synset, pronunciation }
    return tags ? { word, score, synset, tags } : { word, score, synset }
  }
  if (pronunciation !== undefined) return tags ? { word, score, pronunciation, tags } : { word, score, pronunciation }
  return tags ? { word, score, tags } : { word, score }
}
