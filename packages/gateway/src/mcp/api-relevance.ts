// How much a query is about each API as a whole. Many words of a question name its subject ("football", "glossary"),
// not what is to be done, and occur in the declarations of other operations of the same API.

export interface ApiRelevance {
  /** By slug, for the words of a query. An API that none of them belongs to has 0. */
  of(words: Iterable<string>): ReadonlyMap<string, number>
}

/** `texts` are the words of each operation, with the slug of its API. */
export function createApiRelevance(texts: Iterable<readonly [slug: string, words: readonly string[]]>): ApiRelevance {
  const bySlug = new Map<string, Map<string, number>>()
  for (const [slug, words] of texts) {
    const counts = bySlug.get(slug) ?? new Map<string, number>()
    bySlug.set(slug, counts)
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const spread = new Map<string, number>()
  for (const counts of bySlug.values()) for (const word of counts.keys()) spread.set(word, (spread.get(word) ?? 0) + 1)
  /** A word that every API has says nothing. */
  const weightOf = (word: string) => Math.log(bySlug.size / (spread.get(word) ?? bySlug.size))
  return {
    of(words) {
      const weights = [...words].map((word) => [word, weightOf(word)] as const)
      return new Map([...bySlug].map(([slug, counts]) => [slug, relevanceOf(counts, weights)]))
    },
  }
}

function relevanceOf(counts: ReadonlyMap<string, number>, weights: readonly (readonly [string, number])[]): number {
  let sum = 0
  for (const [word, weight] of weights) {
    const count = counts.get(word) ?? 0
    sum += (weight * count) / (1 + count)
  }
  return sum
}
