// The words of a Hunspell dictionary. Stems stay stems: affixes are taken from a word when it is looked up, so that a
// language of many forms takes the memory of its stems.
import { type Affix, type Affixes, type AffixIndex, parseAffixes } from './affixes.ts'
import { decodeSpelling, encodingOf, linesOf, SpellingUnusable } from './file.ts'

export interface SpellingDictionary {
  readonly affixes: Affixes
  /** Whether the word is right as it is written; a part of a compound or a word to avoid is not. */
  has(word: string): boolean
  /** Whether it may be suggested. Compounds are not. */
  maySuggest(word: string): boolean
}
type Flags = ReadonlySet<string>
/** Where one word has several entries, their flags one by one. */
type Entry = readonly Flags[]

const mostStems = 1_000_000
const mostWord = 64
const mostParts = 4
const noEntry: Entry = []

/** Throws SpellingUnusable for files that are no dictionary or larger than dictionaries are. */
export function readDictionary(rules: Uint8Array, words: Uint8Array): SpellingDictionary {
  const encoding = encodingOf(rules)
  const affixes = parseAffixes(decodeSpelling(rules, encoding))
  const stems = readStems(decodeSpelling(words, encoding), affixes)
  const special = (name: string) => affixes.special.get(name)
  const [needAffix, forbidden, noSuggest] = [special('NEEDAFFIX'), special('FORBIDDENWORD'), special('NOSUGGEST')]
  const [circumfix, onlyInside, keepCase] = [special('CIRCUMFIX'), special('ONLYINCOMPOUND'), special('KEEPCASE')]
  const anywhere = special('COMPOUNDFLAG')
  const [first, middle, last] = [special('COMPOUNDBEGIN'), special('COMPOUNDMIDDLE'), special('COMPOUNDEND')]
  const isCompounding = [anywhere, first, last].some((flag) => flag !== undefined)
  const has = (flags: Flags, flag: string | undefined) => flag !== undefined && flags.has(flag)

  /** Whether an entry forms the word, with affixes that the test accepts. `flags` are those of stem and affixes. */
  function isFormed(word: string, accepts: (flags: readonly Flags[]) => boolean): boolean {
    const entries = stems.get(word) ?? noEntry
    if (entries.some((entry) => has(entry, forbidden))) return false
    if (entries.some((entry) => !has(entry, needAffix) && accepts([entry]))) return true
    if (isSuffixed(word, undefined, accepts)) return true
    for (const prefix of affixesOf(word, affixes.prefixes, { isSuffix: false, longest: affixes.prefixLength })) {
      const stem = stemOf(word, prefix)
      const isWhole = !has(prefix.flags, needAffix) && !has(prefix.flags, circumfix)
      const found = isWhole ? (stems.get(stem) ?? noEntry) : noEntry
      if (found.some((entry) => entry.has(prefix.flag) && accepts([entry, prefix.flags]))) return true
      if (prefix.crosses && isSuffixed(stem, prefix, accepts)) return true
    }
    return false
  }

  function isSuffixed(word: string, prefix: Affix | undefined, accepts: (flags: readonly Flags[]) => boolean): boolean {
    const options = { isSuffix: true, longest: affixes.suffixLength }
    for (const outer of affixesOf(word, affixes.suffixes, options)) {
      if (prefix && !outer.crosses) continue
      // both ends have such a flag, or none has
      if (circumfix && has(outer.flags, circumfix) !== (prefix !== undefined && has(prefix.flags, circumfix))) continue
      if (has(outer.flags, needAffix) && !prefix) continue
      const stem = stemOf(word, outer)
      const isPrefixed = (...flags: readonly Flags[]) => !prefix || flags.some((one) => one.has(prefix.flag))
      const around = prefix ? [outer.flags, prefix.flags] : [outer.flags]
      for (const entry of stems.get(stem) ?? noEntry)
        if (entry.has(outer.flag) && isPrefixed(entry, outer.flags) && accepts([entry, ...around])) return true
      if (!affixes.continuations.has(outer.flag)) continue
      for (const inner of affixesOf(stem, affixes.suffixes, options)) {
        if (!inner.flags.has(outer.flag)) continue
        for (const entry of stems.get(stemOf(stem, inner)) ?? noEntry)
          if (
            entry.has(inner.flag) &&
            isPrefixed(entry, inner.flags, outer.flags) &&
            accepts([entry, inner.flags, ...around])
          )
            return true
      }
    }
    return false
  }

  const isWord = (word: string) => isFormed(word, (flags) => !flags.some((one) => has(one, onlyInside)))

  /** Hunspell's further conditions on compounds are not looked at: a word that might be one is left alone. */
  function isCompound(word: string, part = 0): boolean {
    for (let at = affixes.compoundMin; at <= word.length - affixes.compoundMin; at++) {
      const before = part === 0 ? first : middle
      const takes = (flag: string | undefined) => (flags: readonly Flags[]) =>
        flags.some((one) => has(one, anywhere) || has(one, flag))
      if (!isFormed(word.slice(0, at), takes(before))) continue
      const rest = word.slice(at)
      if (isFormed(rest, takes(last)) || isFormed(capital(rest), takes(last))) return true
      if (part + 2 < mostParts && isCompound(rest, part + 1)) return true
    }
    return false
  }

  function hasForm(word: string): boolean {
    if (isWord(word)) return true
    return isCompounding && (isCompound(word) || isCompound(capital(word)))
  }

  return {
    affixes,
    has(word) {
      if (word.length > mostWord) return true
      const converted = affixes.convertIn(word)
      if (hasForm(converted)) return true
      const lower = converted.toLowerCase()
      return lower !== converted && isFormed(lower, (flags) => !flags.some((one) => has(one, keepCase)))
    },
    maySuggest: (word) => isFormed(word, (flags) => !flags.some((one) => has(one, onlyInside) || has(one, noSuggest))),
  }
}

function readStems(text: string, { flagsOf }: Affixes): Map<string, Entry> {
  const [head = '', ...lines] = linesOf(text)
  // the first line says how many follow
  if (!/^\d+\s*$/.test(head)) lines.unshift(head)
  if (lines.length > mostStems) throw new SpellingUnusable(`it has more than ${mostStems} words`)
  const stems = new Map<string, Entry>()
  // entries with the same flags share them
  const shared = new Map<string, Entry>()
  const fields = new Map<Entry, string>()
  for (const line of lines) {
    const [, written = '', field = ''] = /^((?:\\\/|[^\t/])*)(?:\/([^\t ]*))?/.exec(line) ?? []
    const word = written
      .replaceAll('\\/', '/')
      .replace(/ +[a-z]{2}:.*$/, '')
      .trimEnd()
    if (word === '' || word.length > mostWord) continue
    const known = stems.get(word)
    const key = known ? `${fields.get(known)} ${field}` : field
    // so many entries of one word are no language
    if (key.length > 4000) continue
    const entry = shared.get(key) ?? [...(known ?? []), flagsOf(field)]
    shared.set(key, entry)
    fields.set(entry, key)
    stems.set(word, entry)
  }
  if (stems.size === 0) throw new SpellingUnusable('it has no words')
  return stems
}

interface AffixOptions {
  readonly isSuffix: boolean
  readonly longest: number
}

/** Those that may have formed the word. */
function* affixesOf(word: string, index: AffixIndex, { isSuffix, longest }: AffixOptions): Generator<Affix> {
  for (let length = 0; length <= Math.min(longest, word.length); length++) {
    const byStrip = index.get(isSuffix ? word.slice(word.length - length) : word.slice(0, length))
    if (!byStrip) continue
    for (const affixes of byStrip.values())
      for (const affix of affixes) if (meets(stemOf(word, affix), affix)) yield affix
  }
}

function stemOf(word: string, { isSuffix, strip, add }: Affix): string {
  return isSuffix ? word.slice(0, word.length - add.length) + strip : strip + word.slice(add.length)
}

function meets(stem: string, { condition, isSuffix }: Affix): boolean {
  if (condition.length > stem.length) return false
  const from = isSuffix ? stem.length - condition.length : 0
  return condition.every(({ characters, isExcluded }, at) => characters.includes(stem[from + at] ?? '') !== isExcluded)
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
