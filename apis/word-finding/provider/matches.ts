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

/** The best match of each word, best first; equal scores by the order of `tie`, then by word. */
export function rank(matches: Iterable<Match>, tie: (word: number) => number): Match[] {
  const best = new Map<number, Match>()
  for (const match of matches) {
    const known = best.get(match.word)
    if (!known || match.score > known.score) best.set(match.word, match)
  }
  return [...best.values()].sort((a, b) => b.score - a.score || tie(b.word) - tie(a.word) || a.word - b.word)
}
