// Finds operations by words: each must be the prefix of a word in the description of the operation.
import type { IndexedApi, IndexedOperation } from './index-file.ts'

interface Hit {
  readonly api: IndexedApi
  readonly operation: IndexedOperation
}

const mostHits = 50
const weights = { summary: 4, id: 4, path: 2, title: 2, asks: 1 }

/** Returns the best hits first, at most 50. */
export function search(apis: readonly IndexedApi[], query: string): readonly Hit[] {
  const words = wordsOf(query)
  if (words.length === 0) return []
  const hits: (Hit & { readonly score: number })[] = []
  for (const api of apis)
    for (const operation of api.operations) {
      const score = scoreOf(words, api, operation)
      if (score > 0) hits.push({ api, operation, score })
    }
  return hits.sort((a, b) => b.score - a.score).slice(0, mostHits)
}

/** Scores an operation; 0 if a word is missing. */
function scoreOf(words: readonly string[], api: IndexedApi, operation: IndexedOperation): number {
  const fields = {
    summary: wordsOf(operation.summary),
    id: wordsOf(operation.id),
    path: wordsOf(operation.path),
    title: wordsOf(`${api.title} ${api.slug}`),
    asks: wordsOf(operation.asks?.join(' ') ?? ''),
  }
  let score = 0
  for (const word of words) {
    let best = 0
    for (const name of Object.keys(weights) as (keyof typeof weights)[])
      if (fields[name].some((own) => own.startsWith(word))) best = Math.max(best, weights[name])
    if (best === 0) return 0
    score += best
  }
  return score
}

/** Splits text into words; `listThings` counts as two. */
function wordsOf(text: string): string[] {
  return (
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}
