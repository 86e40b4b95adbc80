// The matches of a constraint, and their order. The scores of one constraint rank its own matches only.

export interface Match {
  readonly word: number
  /** Rank value; higher is better. */
  readonly score: number
  /** Synset that matched. */
  readonly synset?: number
  /** Pronunciation that matched. */
  readonly pronunciation?: number
  /** Tags in the response. */
  readonly tags?: readonly string[]
}

/** The rank of a word by frequency, 0 for the most frequent. */
type RankOf = (word: number) => number

/** Keeps the best match of each word, best first; equal scores are ordered by frequency, then by word. */
export function rank(matches: Iterable<Match>, rankOf: RankOf): Match[] {
  const best = new Map<number, Match>()
  for (const match of matches) {
    const known = best.get(match.word)
    if (!known || match.score > known.score) best.set(match.word, match)
  }
  return order([...best.values()], rankOf)
}

/** Sorts matches in the order of `rank`; all must have distinct words. */
export function order(matches: Match[], rankOf: RankOf): Match[] {
  return matches.sort((a, b) => b.score - a.score || rankOf(a.word) - rankOf(b.word))
}

/** Optional details of a match. */
interface MatchDetails {
  readonly synset?: number | undefined
  readonly pronunciation?: number | undefined
  readonly tags?: readonly string[] | undefined
}

/**
 * Creates a match with all its members at once: V8 stores members that are added later outside the object, and there
 * are thousands of matches.
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
