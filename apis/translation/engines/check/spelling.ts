// Measures spelling on our own sentences with misspelt words (`misspelt.tsv`), and on the same sentences without
// mistakes.

import { readFileSync } from 'node:fs'
import { present } from '#define/present'
import type { Spelling } from '../../provider/engines/hunspell/spelling.ts'
import { baseOf } from '../../provider/language-code.ts'

interface MeasuredSpelling {
  /** Percentages of misspelt words that became the right word, and another wrong one. */
  readonly corrected: number
  readonly mistaken: number
  /** Percentage of right words that were changed. */
  readonly changed: number
  /** Median time of a sentence, in milliseconds. */
  readonly p50Ms: number
}
interface Sentence {
  readonly wrong: readonly string[]
  readonly right: readonly string[]
}

/** Measures the spelling of a BCP 47 language; returns undefined if it has no sentences or unreadable dictionaries. */
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
  // dictionaries are read on the first text
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
    corrected: (100 * good) / misspelt,
    mistaken: (100 * mistaken) / misspelt,
    changed: (100 * changed) / words,
    p50Ms: present(times[Math.floor(times.length / 2)]),
  }
}

/** Sentences by base language. A misspelt word is written `{wrong|right}`. */
function misspeltSentences(): Map<string, Sentence[]> {
  const sentences = new Map<string, Sentence[]>()
  const lines = readFileSync(new URL('./misspelt.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  for (const line of lines) {
    const [language = '', written = ''] = line.split('\t')
    const reading = (which: '$1' | '$2') => written.replaceAll(/\{([^{}|]*)\|([^{}]*)\}/g, which).split(' ')
    sentences.set(language, [...(sentences.get(language) ?? []), { wrong: reading('$1'), right: reading('$2') }])
  }
  return sentences
}
