// Measures spelling on sentences of ours in which words are misspelt (`misspelt.tsv`), and on the same ones without a
// mistake.
import { readFileSync } from 'node:fs'
import type { Spelling } from '../../provider/engines/spelling/spelling.ts'
import { baseOf } from '../../provider/language-code.ts'

export interface MeasuredSpelling {
  /** Percent of the misspelt words that became what they should be, and that became another word. */
  readonly corrected: number
  readonly mistaken: number
  /** Percent of the right words that were changed. */
  readonly changed: number
  /** The median of a sentence, in milliseconds. */
  readonly p50Ms: number
}
interface Sentence {
  readonly wrong: readonly string[]
  readonly right: readonly string[]
}

/** Undefined for a language without sentences, or whose dictionaries cannot be read. `language` is BCP 47. */
export async function measureCorrections(spelling: Spelling, language: string): Promise<MeasuredSpelling | undefined> {
  const sentences = misspeltSentences().get(baseOf(language)) ?? []
  const caller = { account: '', signal: new AbortController().signal }
  const times: number[] = []
  async function corrected(words: readonly string[]): Promise<readonly string[] | undefined> {
    const startedMs = performance.now()
    const spelt = await spelling.correct(words.join(' '), language, caller)
    times.push(performance.now() - startedMs)
    return spelt?.text.split(' ')
  }
  // dictionaries are read with the first text
  await corrected(sentences[0]?.right ?? [])
  times.length = 0
  let [misspelt, good, mistaken, words, changed] = [0, 0, 0, 0, 0]
  for (const { wrong, right } of sentences) {
    const [before, after] = [await corrected(right), await corrected(wrong)]
    if (!before || !after) return undefined
    words += right.length
    for (const [at, word] of right.entries()) {
      if (before[at] !== word) changed++
      if (wrong[at] === word) continue
      misspelt++
      if (after[at] === word) good++
      else if (after[at] !== wrong[at]) mistaken++
    }
  }
  if (words === 0) return undefined
  times.sort((a, b) => a - b)
  return {
    ...{ corrected: (100 * good) / misspelt, mistaken: (100 * mistaken) / misspelt, changed: (100 * changed) / words },
    p50Ms: times[Math.floor(times.length / 2)] ?? 0,
  }
}

/** By base language. A misspelt word is written `{wrong|right}`. */
function misspeltSentences(): Map<string, Sentence[]> {
  const sentences = new Map<string, Sentence[]>()
  const lines = readFileSync(new URL('./misspelt.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  for (const line of lines) {
    const [language = '', written = ''] = line.split('\t')
    const reading = (which: '$1' | '$2') => written.replaceAll(/\{([^|]*)\|([^}]*)\}/g, which).split(' ')
    sentences.set(language, [...(sentences.get(language) ?? []), { wrong: reading('$1'), right: reading('$2') }])
  }
  return sentences
}
