// Words of one language, by the analysis and generation of an installed pair: the readings of a form, and the form of a
// reading. The most recently used readings are cached.
import { present } from '#define/present'
import type { BaseForms } from '../../glossaries/term-index.ts'
import type { Pipeline } from './pipeline.ts'

/** A lemma with its tags, as in `house<n><pl>`. */
export interface Reading {
  readonly lemma: string
  readonly tags: readonly string[]
}
export interface Words {
  /** The readings of each word, by word in lower case; empty for unknown words. */
  readings(words: readonly string[]): Promise<ReadonlyMap<string, readonly Reading[]>>
  /** The forms in the order of the readings; undefined for unknown ones. */
  generate(readings: readonly Reading[]): Promise<(string | undefined)[]>
  basesOf(words: readonly string[]): Promise<BaseForms>
}

/** Limit of cached words. */
const mostKept = 20_000
/** Number of words per request to the programs. */
const batchWords = 500
/** Keeps programs from joining words. */
const between = '.[][\n]'
/** A unit, or an escaped character, which must not begin one. */
const unit = /\\.|\^((?:[^$^\\]|\\.)*)\$/gsu
/** Inflected parts of speech. */
export const inflecting: readonly string[] = ['n', 'vblex', 'vbser', 'vbhaver', 'vbmod', 'adj']

export function createWords({ analysis, generation }: { analysis: Pipeline; generation: Pipeline }): Words {
  const kept = new Map<string, readonly Reading[]>()

  async function analyse(words: readonly string[]): Promise<void> {
    const answer = await analysis.translate(words.map((word) => word + between).join(''))
    let found: string[] = []
    let index = 0
    for (const [, content] of answer.matchAll(unit)) {
      if (content === undefined) continue
      if (!content.startsWith('./')) {
        found.push(content)
        continue
      }
      const [single = ''] = found.length === 1 ? found : []
      kept.set(present(words[index]), single.split('/').slice(1).flatMap(readingIn))
      found = []
      index += 1
    }
  }

  async function readings(words: readonly string[]): Promise<ReadonlyMap<string, readonly Reading[]>> {
    const wanted = [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => /^[\p{L}\p{M}]+$/u.test(word))
    const missing = wanted.filter((word) => !kept.has(word))
    for (let at = 0; at < missing.length; at += batchWords) await analyse(missing.slice(at, at + batchWords))
    const answer = new Map(wanted.map((word) => [word, kept.get(word) ?? []]))
    for (const word of kept.keys()) {
      if (kept.size <= mostKept) break
      kept.delete(word)
    }
    return answer
  }

  const generate: Words['generate'] = async (wanted) => {
    if (wanted.length === 0) return []
    const answer = await generation.translate(wanted.map((reading) => `^${written(reading)}$[][\n]`).join(''))
    const forms = answer.split('[][\n]')
    return wanted.map((_, index) => {
      const form = forms[index]
      return form !== undefined && /^[\p{L}\p{M}]+$/u.test(form) ? form : undefined
    })
  }

  return {
    readings,
    generate,
    async basesOf(words) {
      const found = await readings(words)
      const bases = new Map<string, Set<string>>()
      const singular: { word: string; reading: Reading }[] = []
      for (const [word, all] of found)
        for (const reading of all) {
          const [kind = ''] = reading.tags
          if (!inflecting.includes(kind)) continue
          bases.set(word, (bases.get(word) ?? new Set()).add(reading.lemma.toLowerCase()))
          // words that agree with a noun: "blancas" is also a form of "blanca", as in "casa blanca"
          if ((kind === 'adj' || reading.tags.includes('pp')) && reading.tags.includes('pl'))
            singular.push({ word, reading: { ...reading, tags: withNumber(reading.tags, 'sg') } })
        }
      const forms = await generate(singular.map(({ reading }) => reading))
      singular.forEach(({ word }, index) => {
        const form = forms[index]
        if (form !== undefined) bases.get(word)?.add(form)
      })
      return new Map(Array.from(bases, ([word, all]) => [word, [...all].filter((base) => base !== word)]))
    },
  }
}

/** The readings of a unit; empty for unknown words and for several words in one. */
export function readingIn(text: string): Reading[] {
  const [, lemma = '', tags = ''] = /^([^<>+*@#]+)((?:<[^<>]+>)+)$/.exec(text) ?? []
  return lemma === '' ? [] : [{ lemma, tags: Array.from(tags.matchAll(/<([^<>]+)>/g), ([, tag = '']) => tag) }]
}

export const written = ({ lemma, tags }: Reading) => lemma + tags.map((tag) => `<${tag}>`).join('')

const numbers = ['sg', 'pl', 'sp', 'ND']
export const numberIn = (tags: readonly string[]) => tags.find((tag) => numbers.includes(tag))

export function withNumber(tags: readonly string[], number: string): string[] {
  return tags.map((tag) => (numbers.includes(tag) && tag !== 'sp' ? number : tag))
}
