// Plans how a term enters a sentence: which of its words is inflected, in the text and in the target.
import { present } from '#define/present'
import type { UsedTerm } from '../engine.ts'
import { inflecting, numberIn, type Reading, type Words, withNumber } from './words.ts'

/** Languages in which the last of several nouns is the head. */
const headLast = ['en', 'de', 'nl', 'sv', 'da', 'nb', 'nn', 'af', 'is']
const isWord = (text: string) => /^[\p{L}\p{M}]+$/u.test(text)

export interface SourcePlan {
  /** The word that replaces the term in the sentence. */
  readonly head: string
  readonly isPhrase: boolean
  /** Lemmas of the entry's word, in lower case. */
  readonly lemmas: ReadonlySet<string>
}

/** Plans the source; returns undefined if the inflected word is unclear. */
export async function planSource(
  { text, source }: UsedTerm,
  language: string,
  words: Words,
): Promise<SourcePlan | undefined> {
  const [found, entry] = [text.split(/\s+/), source.split(/\s+/)]
  if (found.length !== entry.length || ![...found, ...entry].every(isWord)) return undefined
  const readings = await words.readings([...found, ...entry])
  const of = (word: string) => readings.get(word.toLowerCase()) ?? []
  const changed = found.flatMap((word, at) => (word.toLowerCase() === entry[at]?.toLowerCase() ? [] : [at]))
  const isNoun = (at: number) => hasKind(of(present(found[at])), 'n')
  const head =
    found.length === 1
      ? 0
      : changed.length > 0
        ? (changed.find(isNoun) ?? changed[0])
        : nounHead(found.map(of), language)
  const [word, base] = head === undefined ? [] : [found[head], entry[head]]
  if (word === undefined || base === undefined) return undefined
  const lemmas = new Set([base.toLowerCase(), ...of(base).map(({ lemma }) => lemma.toLowerCase())])
  return { head: word, isPhrase: found.length > 1, lemmas }
}

export interface TargetPlan {
  readonly words: readonly string[]
  /** Index of the inflected word. */
  readonly head: number
  readonly reading: Reading
  /** Words that agree with the head. */
  readonly agreeing: readonly { readonly at: number; readonly reading: Reading }[]
}

/** Plans the target; returns undefined if the word is not known as this part of speech. */
export async function planTarget(
  target: string,
  { kind, language }: { readonly kind: string; readonly language: string },
  words: Words,
): Promise<TargetPlan | undefined> {
  const parts = target.split(/\s+/)
  if (!parts.every(isWord)) return undefined
  const found = await words.readings(parts)
  const readings = parts.map((part) => found.get(part.toLowerCase()) ?? [])
  const head = parts.length === 1 || kind !== 'n' ? 0 : nounHead(readings, language)
  if (head === undefined) return undefined
  const kinds = kind.startsWith('vb') ? [kind, 'vblex', 'vbser', 'vbhaver', 'vbmod'] : [kind]
  const reading = kinds
    .flatMap((one) => (readings[head] ?? []).filter(({ tags }) => tags[0] === one))
    .find(({ tags }) => kind === 'n' || kind === 'adj' || tags.includes('inf'))
  if (!reading) return undefined
  return { words: parts, head, reading, agreeing: kind === 'n' ? agreeingWith(reading, readings, head) : [] }
}

/** The reading that replaces the translation. */
export function translationBy(
  { reading }: TargetPlan,
  { source, target }: { readonly source: Reading | undefined; readonly target: Reading | undefined },
  isExact: boolean,
): Reading {
  const [kind = 'n', ...own] = reading.tags
  const rest = (target ?? source)?.tags.slice(1) ?? []
  if (kind === 'n') {
    const number = isExact ? undefined : (numberIn(rest) ?? numberIn(source?.tags ?? []))
    return { ...reading, tags: number === undefined ? reading.tags : withNumber(reading.tags, number) }
  }
  if (kind !== 'adj') return { ...reading, tags: [kind, ...rest] }
  const genders = ['m', 'f', 'mf', 'nt', 'GD']
  const isSame = own.includes('mf')
  const others = rest.filter((tag) => tag !== 'sint')
  const agreed = others.map((tag) => {
    if (!genders.includes(tag)) return tag
    return isSame ? 'mf' : tag === 'mf' ? 'GD' : tag
  })
  const added = isSame && !agreed.includes('mf') ? ['mf'] : []
  return { ...reading, tags: [kind, ...(own.includes('sint') ? ['sint'] : []), ...added, ...agreed] }
}

/** The term with its head in the sentence's form, and the words that agree with it. */
export async function withHead(
  { words: parts, head, agreeing, reading }: TargetPlan,
  form: string,
  words: Words,
): Promise<string> {
  const done = [...parts]
  done[head] = form
  const all = (await words.readings([form])).get(form.toLowerCase()) ?? []
  const number = all.find(({ lemma, tags }) => lemma === reading.lemma && tags[0] === reading.tags[0])?.tags
  const wanted = number && numberIn(number)
  if (wanted === 'sg' || wanted === 'pl') {
    const changed = agreeing.filter((one) => numberIn(one.reading.tags) !== wanted)
    const forms = await words.generate(
      changed.map((one) => ({ ...one.reading, tags: withNumber(one.reading.tags, wanted) })),
    )
    changed.forEach(({ at }, index) => {
      done[at] = forms[index] ?? present(done[at])
    })
  }
  return done.join(' ')
}

/** True if the word is a form of the head. */
export function isFormOf({ reading }: TargetPlan, readings: readonly Reading[]): boolean {
  return readings.some(({ lemma, tags: [kind = ''] }) => {
    const sameKind = kind === reading.tags[0] || (kind.startsWith('vb') && reading.tags[0]?.startsWith('vb') === true)
    return sameKind && lemma.toLowerCase() === reading.lemma.toLowerCase()
  })
}

const hasKind = (readings: readonly Reading[], kind: string) => readings.some(({ tags }) => tags[0] === kind)

/** The head noun; undefined unless only adjectives precede the first noun. */
function nounHead(words: readonly (readonly Reading[])[], language: string): number | undefined {
  const first = words.findIndex((readings) => hasKind(readings, 'n'))
  if (first < 0 || !words.slice(0, first).every((readings) => hasKind(readings, 'adj'))) return undefined
  if (!headLast.includes(language)) return first
  const behind = words.findIndex((readings, at) => at > first && !hasKind(readings, 'n'))
  return (behind < 0 ? words.length : behind) - 1
}

/** Adjectives and participles beside the head with its gender and number. */
function agreeingWith(head: Reading, words: readonly (readonly Reading[])[], at: number): TargetPlan['agreeing'] {
  const genders = ['m', 'f', 'mf', 'nt']
  const genderIn = (tags: readonly string[]) => tags.find((tag) => genders.includes(tag))
  const number = numberIn(head.tags)
  const agreed = (readings: readonly Reading[]) =>
    readings.find(({ tags }) => {
      const gender = genderIn(tags)
      const isSame = gender === 'mf' || gender === genderIn(head.tags)
      return (tags[0] === 'adj' || tags.includes('pp')) && isSame && numberIn(tags) === number
    })
  const agreeing: { at: number; reading: Reading }[] = []
  for (const step of [-1, 1])
    for (let index = at + step; index >= 0 && index < words.length; index += step) {
      const reading = agreed(present(words[index]))
      if (!reading) break
      agreeing.push({ at: index, reading })
    }
  return agreeing
}

/** True if terms can replace a unit of this kind. */
export const isInflecting = (kind: string | undefined) => kind !== undefined && inflecting.includes(kind)
