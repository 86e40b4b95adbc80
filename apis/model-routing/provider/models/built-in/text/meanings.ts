// Meanings of words, by the definitions of the word-finding API: a kitten is a young domestic cat. They relate texts
// that share a subject but no word.
import { memberOf } from '../../../wire/json.ts'
import type { BuiltInDeps } from '../deps.ts'
import { stemOf, stopWords, wordsOf } from './words.ts'

/** Stems of the words that define the words of a text. */
export type Meanings = (text: string) => Promise<readonly string[]>

/** Limit of words to look up: a longer text is clear by itself, and looking up 2,048 texts would take seconds. */
const mostWords = 4
const longestWord = 32
const mostStems = 16
const mostKept = 20_000

export function createMeanings({ ask, log }: Pick<BuiltInDeps, 'ask' | 'log'>): Meanings {
  const kept = new Map<string, readonly string[]>()
  /** True once the lexicon is missing; it is not asked again, so that vectors of one process are comparable. */
  let isMissing = false

  async function stemsFor(word: string): Promise<readonly string[]> {
    const known = kept.get(word)
    if (known) return known
    const stems = readDefinition(await ask('word-finding', 'words', { sp: word, md: 'd', max: 1 }))
    if (kept.size >= mostKept) for (const oldest of [...kept.keys()].slice(0, mostKept / 10)) kept.delete(oldest)
    kept.set(word, stems)
    return stems
  }

  return async (text) => {
    const words = new Set(wordsOf(text).filter((word) => !stopWords.has(word)))
    if (isMissing || words.size > mostWords) return []
    const stems: string[] = []
    try {
      for (const word of words) if (isEnglish(word)) stems.push(...(await stemsFor(word)))
    } catch (error) {
      if (!isUnavailable(error)) throw error
      isMissing = true
      log.info('embeddings do without the lexicon', { cause: String(error) })
      return []
    }
    return stems
  }
}

const isEnglish = (word: string) => word.length <= longestWord && /^[a-z]+$/.test(word)

const isUnavailable = (error: unknown) =>
  error instanceof Error && 'code' in error && ['api.unknown', 'provider.embedded_missing'].includes(String(error.code))

/** Reads the first definition, of the most frequent sense; the part of speech and a tab precede it. */
function readDefinition(answer: unknown): readonly string[] {
  const first: unknown = Array.isArray(answer) ? answer[0] : undefined
  const definitions = memberOf(first, 'defs')
  const definition: unknown = Array.isArray(definitions) ? definitions[0] : undefined
  if (typeof definition !== 'string') return []
  const words = wordsOf(definition.slice(definition.indexOf('\t') + 1)).filter((word) => !stopWords.has(word))
  return [...new Set(words.map(stemOf))].slice(0, mostStems)
}
