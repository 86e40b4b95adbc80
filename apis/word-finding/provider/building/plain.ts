// Our own definitions in plain words, of things that people describe: `provider/plain`. WordNet defines words for
// readers who know them; these say it as somebody would who is looking for the word.
import type { Lexicon, PartTag } from '../lexicon/lexicon.ts'
import { readPlainTexts } from '../lexicon/sources.ts'
import { noTerm } from '../lexicon/tables.ts'
import { shareOf } from '../meaning/graph.ts'
import { createStems, isSilent, tokensOf } from '../meaning/terms.ts'
import { gather, growingNumbers, packTexts } from './packing.ts'

const stem = createStems(10_000)

export interface PlainDefinition {
  readonly word: string
  readonly text: string
  /** `verb`, `adjective`, or the nouns of which it may be a kind; with `noun`, it may be any other as well. */
  readonly kinds: readonly string[]
}

/**
 * All of them, file by file. A line with `#` begins a section and says what is defined there; a line with a kind of its
 * own has it in parentheses.
 */
export function readPlainDefinitions(): PlainDefinition[] {
  return readPlainTexts().flatMap(parse)
}

function parse(file: string): PlainDefinition[] {
  const definitions: PlainDefinition[] = []
  let kinds: readonly string[] = []
  for (const line of file.split('\n')) {
    if (line.startsWith('# ')) kinds = line.slice(2).split(', ')
    const { word, kind, text } = /^(?<word>[^#:(]+?)(?: \((?<kind>[a-z ]+)\))?: (?<text>.+)$/.exec(line)?.groups ?? {}
    if (word && text) definitions.push({ word, text, kinds: kind ? [kind] : kinds })
  }
  return definitions
}

const parts: ReadonlyMap<string, PartTag> = new Map([
  ['verb', 'v'],
  ['adjective', 'adj'],
])

/** The worth of a sense's share in the use of its word, next to the terms that both definitions have. */
const shareWorth = 6

/** The sense that is of such a kind and most like the text; else, when a kind is `noun`, any; -1 for none. */
export function synsetDefined(lexicon: Lexicon, { word, text, kinds }: PlainDefinition): number {
  const { senseSynset, kindFrom, kindTo } = lexicon.tables
  const part = parts.get(kinds[0] ?? '') ?? 'n'
  const roots = part === 'n' ? kinds.map((kind) => rootOf(lexicon, kind)) : []
  const isSuch = (synset: number, root: number) =>
    (kindFrom[synset] ?? 0) > (kindFrom[root] ?? 0) && (kindFrom[synset] ?? 0) < (kindTo[root] ?? 0)
  const number = lexicon.find(word)
  const { from, to } = lexicon.sensesOf(number)
  const senses = [...senseSynset.subarray(from, to)].filter((synset) => lexicon.partOf(synset) === part)
  const such = senses.filter((synset) => part !== 'n' || roots.some((root) => isSuch(synset, root)))
  const among = such.length > 0 || !kinds.includes('noun') ? such : senses
  const likeness = (synset: number) => shared(lexicon, synset, text) + shareWorth * shareOf(lexicon, number, synset)
  return among.reduce((best, synset) => (best < 0 || likeness(synset) > likeness(best) ? synset : best), -1)
}

/** How much a text shares with the definition of a synset: rare terms count more. */
function shared({ tables, synsetCount, findTerm }: Lexicon, synset: number, text: string): number {
  const { definitionWords, definitionWordsAt, wordTerm, postingsAt } = tables
  const own = new Set<number>()
  for (const word of definitionWords.subarray(definitionWordsAt[synset], definitionWordsAt[synset + 1]))
    own.add(wordTerm[word] ?? noTerm)
  let sum = 0
  for (const token of new Set(tokensOf(text))) {
    const term = isSilent(token) ? -1 : findTerm(stem(token))
    if (own.has(term)) sum += Math.log(synsetCount / ((postingsAt[term + 1] ?? 0) - (postingsAt[term] ?? 0)))
  }
  return sum
}

/** The sense of a noun of which most is a kind. */
function rootOf(lexicon: Lexicon, noun: string): number {
  const { senseSynset, kindFrom, kindTo } = lexicon.tables
  const { from, to } = lexicon.sensesOf(lexicon.find(noun))
  const sizeOf = (synset: number) => (kindTo[synset] ?? 0) - (kindFrom[synset] ?? 0)
  let root = -1
  for (let at = from; at < to; at++) {
    const synset = senseSynset[at] ?? 0
    if (lexicon.partOf(synset) === 'n' && (root < 0 || sizeOf(synset) > sizeOf(root))) root = synset
  }
  return root
}

/** By term, the synsets that are so defined; and by synset, the words that define it. */
export function buildPlain(lexicon: Lexicon) {
  const byTerm = { term: growingNumbers(), synset: growingNumbers() }
  const texts = new Map<number, string>()
  for (const definition of readPlainDefinitions()) {
    const synset = synsetDefined(lexicon, definition)
    const before = texts.get(synset)
    if (synset >= 0) texts.set(synset, before === undefined ? definition.text : `${before}; ${definition.text}`)
  }
  const words = { owner: growingNumbers(), word: growingNumbers() }
  const synsets = [...texts.keys()].sort((a, b) => a - b)
  for (const [owner, synset] of synsets.entries()) {
    const terms = new Set<number>()
    for (const token of tokensOf(texts.get(synset) ?? '').filter((one) => !isSilent(one))) {
      const term = lexicon.findTerm(stem(token))
      if (term >= 0) terms.add(term)
      const word = lexicon.find(token)
      if (word < 0 || lexicon.tables.wordTerm[word] === noTerm) continue
      words.owner.push(owner)
      words.word.push(word)
    }
    for (const term of terms) {
      byTerm.term.push(term)
      byTerm.synset.push(synset)
    }
  }
  const postings = gather(byTerm.term.done(), byTerm.synset.done(), lexicon.tables.postingsAt.length - 1)
  const bySynset = gather(words.owner.done(), words.word.done(), synsets.length)
  const packed = packTexts(synsets.map((synset) => texts.get(synset) ?? ''))
  return {
    plainText: packed.bytes,
    plainTextAt: packed.at,
    plainPostingsAt: postings.at,
    plainPostings: postings.values,
    plainSynsets: Uint32Array.from(synsets),
    plainWordsAt: bySynset.at,
    plainWords: bySynset.values,
  }
}
