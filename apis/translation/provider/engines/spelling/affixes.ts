// Reads the rules of a Hunspell dictionary, its `.aff` file: affixes, and what suggestions and compounds need. Other
// directives are left out; they make Hunspell stricter, so that without them a word is rather left alone.
import { linesOf, SpellingUnusable } from './file.ts'

/** A prefix or suffix: `strip` was taken from the stem and `add` put in its place. */
export interface Affix {
  readonly flag: string
  readonly isSuffix: boolean
  readonly strip: string
  readonly add: string
  /** What the stem has at that end, a set of characters for each place. */
  readonly condition: readonly CharacterSet[]
  /** Whether it goes together with an affix at the other end. */
  readonly crosses: boolean
  /** Flags of what it forms. */
  readonly flags: ReadonlySet<string>
}
interface CharacterSet {
  readonly characters: string
  readonly isExcluded: boolean
}
/** Affixes by what they add, then by what they strip. */
export type AffixIndex = ReadonlyMap<string, ReadonlyMap<string, readonly Affix[]>>

export interface Affixes {
  readonly prefixes: AffixIndex
  readonly suffixes: AffixIndex
  /** Of the longest that is added. */
  readonly prefixLength: number
  readonly suffixLength: number
  /** Flags that affixes give to what they form. */
  readonly continuations: ReadonlySet<string>
  /** By directive, such as `NEEDAFFIX`. */
  readonly special: ReadonlyMap<string, string>
  readonly compoundMin: number
  /** Letters by how common they are; empty where the file does not say. */
  readonly letters: string
  readonly replacements: readonly (readonly [string, string])[]
  /** Letters that are mistaken for each other. */
  readonly related: readonly string[]
  /** How words are converted before they are looked up, and back. */
  readonly convertIn: Conversion
  readonly convertOut: Conversion
  readonly flagsOf: (field: string) => ReadonlySet<string>
}
export type Conversion = (word: string) => string

const mostAffixes = 100_000
const mostLength = 64
const mostPairs = 5000
const mostMaps = 200
const specials = [
  ...['NEEDAFFIX', 'FORBIDDENWORD', 'NOSUGGEST', 'KEEPCASE', 'CIRCUMFIX', 'ONLYINCOMPOUND', 'COMPOUNDFLAG'],
  ...['COMPOUNDBEGIN', 'COMPOUNDMIDDLE', 'COMPOUNDEND', 'COMPOUNDPERMITFLAG'],
]

/** Throws SpellingUnusable for a file that cannot be read or is larger than dictionaries are. */
export function parseAffixes(text: string): Affixes {
  const lines = linesOf(text)
  const kind =
    lines
      .find((line) => line.startsWith('FLAG '))
      ?.slice(5)
      .trim() ?? ''
  const aliases = new Map<string, string>()
  const special = new Map<string, string>()
  const crossing = new Map<string, boolean>()
  const continuations = new Set<string>()
  const prefixes = new Map<string, Map<string, Affix[]>>()
  const suffixes = new Map<string, Map<string, Affix[]>>()
  const pairs = { REP: new Map<string, string>(), ICONV: new Map<string, string>(), OCONV: new Map<string, string>() }
  const related: string[] = []
  let [count, aliasLines, prefixLength, suffixLength, letters, compoundMin] = [0, 0, 0, 0, '', 3]
  const flagsOf = (field: string): ReadonlySet<string> => splitFlags(aliases.get(field) ?? field, kind)

  function addAffix(name: 'PFX' | 'SFX', [flag = '', strip = '0', added = '0', where = '.']: readonly string[]): void {
    if (++count > mostAffixes) throw new SpellingUnusable(`it has more than ${mostAffixes} affixes`)
    const [text = '', field = ''] = added.split('/', 2)
    const isSuffix = name === 'SFX'
    const add = text === '0' ? '' : text
    const flags = field === '' ? none : flagsOf(field)
    for (const one of flags) continuations.add(one)
    const affix: Affix = {
      ...{ flag, isSuffix, add, strip: strip === '0' ? '' : strip, condition: conditionIn(where), flags },
      crosses: crossing.get(`${name} ${flag}`) ?? false,
    }
    if (Math.max(add.length, affix.strip.length, affix.condition.length) > mostLength)
      throw new SpellingUnusable(`an affix is longer than ${mostLength} characters`)
    const byStrip = entryOf(isSuffix ? suffixes : prefixes, add, () => new Map<string, Affix[]>())
    entryOf(byStrip, affix.strip, (): Affix[] => []).push(affix)
    if (isSuffix) suffixLength = Math.max(suffixLength, add.length)
    else prefixLength = Math.max(prefixLength, add.length)
  }

  for (const line of lines) {
    const [directive = '', ...fields] = line.split(/[ \t]+/, 8)
    const [first = '', second = ''] = fields
    if (directive === 'PFX' || directive === 'SFX') {
      const isHead = fields.length <= 3 || fields[3] === '' || fields[3]?.startsWith('#')
      if (isHead && (second === 'Y' || second === 'N') && /^\d+$/.test(fields[2] ?? ''))
        crossing.set(`${directive} ${first}`, second === 'Y')
      else addAffix(directive, fields)
    } else if (directive === 'AF') {
      // the first line says how many there are
      if (aliasLines > 0) aliases.set(String(aliasLines), first)
      aliasLines++
    } else if (directive === 'TRY') letters = first
    else if (directive === 'COMPOUNDMIN') compoundMin = Math.max(1, Number(first) || 1)
    else if (directive === 'MAP' && !/^\d+$/.test(first) && related.length < mostMaps) related.push(first)
    else if (specials.includes(directive)) special.set(directive, first)
    else if (directive === 'REP' || directive === 'ICONV' || directive === 'OCONV') {
      if (fields.length > 1 && pairs[directive].size < mostPairs && first.length <= mostLength)
        pairs[directive].set(first, second === '0' ? '' : second.slice(0, mostLength))
    }
  }
  return {
    ...{ prefixes, suffixes, prefixLength, suffixLength, continuations, special, compoundMin, related, flagsOf },
    letters: letters.toLowerCase(),
    replacements: [...pairs.REP].map(([from, to]) => [from, to.replaceAll('_', ' ')] as const),
    ...{ convertIn: conversion(pairs.ICONV), convertOut: conversion(pairs.OCONV) },
  }
}

const none: ReadonlySet<string> = new Set()

function splitFlags(field: string, kind: string): ReadonlySet<string> {
  if (kind === 'long') return new Set(field.match(/../gsu) ?? [])
  return new Set(kind === 'num' ? field.split(',') : field)
}

/** `[^ae]y` is any character but `a` and `e`, then `y`. */
function conditionIn(where: string): CharacterSet[] {
  if (where === '.') return []
  return (where.match(/\[\^?[^\]]*\]|./gu) ?? []).map((part) => {
    if (part === '.') return { characters: '', isExcluded: true }
    if (part.length < 3 || !part.startsWith('[')) return { characters: part, isExcluded: false }
    const isExcluded = part[1] === '^'
    return { characters: part.slice(isExcluded ? 2 : 1, -1), isExcluded }
  })
}

/** Of several parts that begin at one place the longest is converted. */
function conversion(pairs: ReadonlyMap<string, string>): Conversion {
  const parts = [...pairs.keys()].filter((part) => part !== '' && !part.includes('_'))
  if (parts.length === 0) return (word) => word
  const longestFirst = parts.sort((a, b) => b.length - a.length).map((part) => RegExp.escape(part))
  const pattern = new RegExp(longestFirst.join('|'), 'gu')
  return (word) => word.replaceAll(pattern, (part) => pairs.get(part) ?? part)
}

function entryOf<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const value = map.get(key) ?? create()
  map.set(key, value)
  return value
}
