// `/words`: finds the words that match every constraint, orders them by the hints, and describes the results.

import type { Lexicon } from '../lexicon/lexicon.ts'
import type { Remember } from '../match-cache.ts'
import { type Match, matchOf } from '../matches.ts'
import { type Company, companyCodes } from '../meaning/company.ts'
import type { Meaning } from '../meaning/meaning.ts'
import type { Board } from '../score-board.ts'
import type { Rhymes } from '../sound/rhyme.ts'
import type { Sounds } from '../sound/sounds.ts'
import { isPattern, type Spelling } from '../spelling/spelling.ts'
import type { Describe, RequestedFields, WordItem } from './describe.ts'
import type { Hints } from './hints.ts'
import type { WordsQuery } from './query.ts'
import { related, relationCodes } from './relations.ts'

interface WordsDeps {
  readonly lexicon: Lexicon
  readonly board: Board
  readonly meaning: Meaning
  readonly sounds: Sounds
  readonly rhymes: Rhymes
  readonly spelling: Spelling
  readonly company: Company
  readonly hints: Hints
  readonly describe: Describe
  readonly remember: Remember
}
/** One constraint: its matches, or, for a pattern combined with other constraints, a test of single words. */
interface Constraint {
  readonly kind: 'meaning' | 'sound' | 'spelling'
  /** Runs the search on demand. */
  readonly matches?: () => readonly Match[]
  readonly fits?: (word: number) => boolean
}

const queryScore = 2_147_483_647
/** The limit of matches for a pattern alone: enough for the hints to reorder. */
const mostPatternMatches = 1000
const soundRelations = ['rhy', 'nry', 'hom', 'cns']

/** Returns the results of a call, best first; empty if nothing matches or nothing is requested. */
export function findWords(parts: WordsDeps, query: WordsQuery): WordItem[] {
  if (query.max === 0) return []
  const constraints = constraintsOf(parts, query)
  const matches = parts.hints.bend(constraints.length > 0 ? fitAll(constraints) : parts.hints.alone(query), query)
  const fields = requestedFields(query, constraints)
  const first = query.echoed === undefined ? [] : [echo(parts, query.echoed, fields)]
  const page = matches.slice(0, query.max - first.length)
  return [
    ...first,
    ...page.map((match, at) => item(parts, { match, fields: fields, isFirst: at === 0, byMeaning: query.ml !== '' })),
  ]
}

function constraintsOf(parts: WordsDeps, query: WordsQuery): Constraint[] {
  const { meaning, sounds, remember } = parts
  const constraints: Constraint[] = []
  if (query.ml !== '')
    constraints.push({ kind: 'meaning', matches: () => remember(`ml ${query.ml}`, () => meaning.like(query.ml)) })
  const relations = query.relations.flatMap(({ code, text }) => relation(parts, code, text))
  constraints.push(...relations.filter(({ kind }) => kind === 'meaning'))
  if (query.sl !== '')
    constraints.push({ kind: 'sound', matches: () => remember(`sl ${query.sl}`, () => sounds.like(query.sl)) })
  constraints.push(...relations.filter(({ kind }) => kind === 'sound'))
  if (query.sp !== '') constraints.push(spelt(parts, query, constraints.length === 0))
  return constraints
}

/** Returns the constraint of a relation; codes unknown to the provider are ignored. */
function relation(
  { lexicon, board, sounds, rhymes, company, remember }: WordsDeps,
  code: string,
  text: string,
): Constraint[] {
  const find: Readonly<Record<string, () => Match[]>> = {
    rhy: () => rhymes.perfect(text),
    nry: () => rhymes.near(text),
    hom: () => sounds.homophones(text),
    cns: () => sounds.sameConsonants(text),
  }
  const key = `${code} ${text}`
  if (soundRelations.includes(code))
    return [{ kind: 'sound', matches: () => remember(key, () => find[code]?.() ?? []) }]
  if (companyCodes.includes(code))
    return [{ kind: 'meaning', matches: () => remember(key, () => company.related(code, text)) }]
  if (relationCodes.includes(code))
    return [{ kind: 'meaning', matches: () => remember(key, () => related(lexicon, board, { code, text })) }]
  return []
}

function spelt(
  { spelling, company, remember }: WordsDeps,
  { sp, max, topics, lc, rc }: WordsQuery,
  isAlone: boolean,
): Constraint {
  if (!isPattern(sp)) return { kind: 'spelling', matches: () => remember(`sp ${sp}`, () => spelling.like(sp)) }
  if (!isAlone) return { kind: 'spelling', fits: spelling.fits(sp) }
  const most = topics.length > 0 || lc !== '' || rc !== '' ? mostPatternMatches : max
  const frequent = () => remember(`sp ${most} ${sp}`, () => spelling.ofPattern(sp, most))
  const beside = [...(lc === '' ? [] : company.related('bga', lc)), ...(rc === '' ? [] : company.related('bgb', rc))]
  if (beside.length === 0) return { kind: 'spelling', matches: frequent }
  const fits = spelling.fits(sp)
  return {
    kind: 'spelling',
    matches: () =>
      besideFirst(
        frequent(),
        beside.filter(({ word }) => fits(word)),
      ),
  }
}

/** Puts the neighbours of a word before the frequent words of a pattern, which tell nothing about that word. */
function besideFirst(frequent: readonly Match[], beside: readonly Match[]): readonly Match[] {
  const most = frequent[0]?.score ?? 0
  const scores = new Map<number, number>()
  for (const { word, score } of beside) scores.set(word, (scores.get(word) ?? most) + score)
  const first = [...scores].map(([word, score]) => matchOf(word, score, {}))
  return [...first.toSorted((a, b) => b.score - a.score), ...frequent.filter(({ word }) => !scores.has(word))]
}

/** Returns the words that match all constraints, in the order of the first; several meanings count equally. */
function fitAll([first, ...others]: readonly Constraint[]): readonly Match[] {
  const all = first?.matches?.() ?? []
  let fitting = all
  for (const { kind, matches, fits } of others) {
    // no further constraint can add matches
    if (fitting.length === 0) return []
    if (fits) fitting = fitting.filter(({ word }) => fits(word))
    const also = matches?.()
    if (!also) continue
    const byWord = new Map<number, Match>()
    for (const match of also) byWord.set(match.word, match)
    const joined = fitting.flatMap((match) => {
      const other = byWord.get(match.word)
      return other ? [join(match, other)] : []
    })
    fitting = kind === 'meaning' ? together(joined, { matches: also, byWord, first: all }) : joined
  }
  return fitting
}

function join(match: Match, other: Match): Match {
  const tags = [...new Set([...(match.tags ?? []), ...(other.tags ?? [])])]
  return { ...other, ...match, ...(tags.length > 0 ? { tags } : {}) }
}

interface Two {
  readonly first: readonly Match[]
  readonly matches: readonly Match[]
  readonly byWord: ReadonlyMap<number, Match>
}
function together(joined: readonly Match[], { first, matches, byWord }: Two): Match[] {
  const best = first[0]?.score ?? 1
  const bestOther = matches[0]?.score ?? 1
  return joined
    .map((match) => {
      const share = (match.score / best + (byWord.get(match.word)?.score ?? 0) / bestOther) / 2
      return matchOf(match.word, Math.round(best * share), match)
    })
    .sort((a, b) => b.score - a.score || a.word - b.word)
}

/** Adds default fields: words found by sound have syllables, words found by meaning parts of speech (SOURCES 1.3). */
function requestedFields({ md, ipa, ml }: WordsQuery, constraints: readonly Constraint[]): RequestedFields {
  return {
    definitions: md.has('d'),
    parts: md.has('p') || ml !== '',
    unknown: md.has('p'),
    syllables: md.has('s') || constraints.some(({ kind }) => kind === 'sound'),
    pronunciation: md.has('r'),
    ipa,
    frequency: md.has('f'),
  }
}

interface ResultDetails {
  readonly match: Match
  readonly fields: RequestedFields
  readonly isFirst: boolean
  readonly byMeaning: boolean
}
function item({ lexicon, describe }: WordsDeps, { match, fields, isFirst, byMeaning }: ResultDetails): WordItem {
  const { word, score, tags = [] } = match
  const before = byMeaning ? tags.filter((tag) => tag === 'syn') : []
  const after = byMeaning
    ? [...tags.filter((tag) => tag !== 'syn'), ...(isFirst ? ['results_type:primary_rel'] : [])]
    : []
  return describe({ text: lexicon.textOf(word), word, score, match, before, after }, fields)
}

/** Returns the value of a parameter as a result, with its probable spelling. */
function echo({ lexicon, describe, spelling, remember }: WordsDeps, text: string, fields: RequestedFields): WordItem {
  const word = lexicon.find(text)
  const before = ['query']
  if (word < 0 && !isPattern(text) && !text.includes(' ')) {
    const [correction] = remember(`sp ${text}`, () => spelling.like(text))
    if (correction) before.push(`spellcor:${lexicon.textOf(correction.word)}`)
  }
  return describe({ text, word, score: queryScore, before }, { ...fields, parts: fields.unknown, unknown: false })
}
