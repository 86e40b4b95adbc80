// Looks up the stored translation of a text: that of the most similar segment, if it is similar enough.
import { createPacer } from '#provider'
import { notFound } from '../errors.ts'
import { baseOf } from '../language-code.ts'
import { longestCompared, similarity } from './similarity.ts'
import type { MemoryStore, Segment } from './store.ts'

interface MemoryUse {
  readonly source: string | undefined
  /** BCP 47. */
  readonly target: string
  /** The least similarity, in percent. */
  readonly threshold: number
}
export type MemoryLookup = (
  account: string,
  id: string,
  use: MemoryUse,
) => Promise<(text: string, source: string) => Promise<string | undefined>>

/** Creates the lookup, which throws 404 if the memory does not exist or lacks the languages. */
export function createMemoryLookup(store: MemoryStore): MemoryLookup {
  return async (account, memoryId, { source, target, threshold }) => {
    const memory = await store.get(account, memoryId)
    const language = languageFor(memory.targets, target)
    if (language === undefined || (source !== undefined && source !== baseOf(memory.source)))
      throw notFound('The translation memory does not have this language pair')
    return async (text, detected) => {
      if (detected !== baseOf(memory.source) || text === '' || text.length > 2 * longestCompared) return undefined
      const candidates = (await store.similar(memory.id, text)).filter(({ targets }) => language in targets)
      const best = await bestOf(candidates, text, threshold)
      return best?.targets[language]
    }
  }
}

/** The variant itself, otherwise its base, otherwise another variant. */
function languageFor(languages: readonly string[], target: string): string | undefined {
  const base = baseOf(target)
  return (
    languages.find((language) => language.toLowerCase() === target.toLowerCase()) ??
    languages.find((language) => language === base) ??
    languages.find((language) => baseOf(language) === base)
  )
}

async function bestOf(candidates: readonly Segment[], text: string, threshold: number): Promise<Segment | undefined> {
  const pause = createPacer()
  let best: Segment | undefined
  let score = Math.max(1, threshold)
  for (const candidate of candidates) {
    const found = similarity(text, candidate.source, score)
    if (found >= score && (best === undefined || found > score)) {
      best = candidate
      score = found
    }
    await pause()
  }
  return best
}
