// Our own definitions in plain words (`provider/plain`). WordNet defines words for readers who know them; these
// definitions use the words of somebody who is looking for them.
import { present } from '#define/present'
import type { Lexicon, PartTag } from '../lexicon/lexicon.ts'
import { readPlainTexts } from '../lexicon/sources.ts'
import { noTerm } from '../lexicon/tables.ts'
import { shareOf } from '../meaning/graph.ts'
import { createStems, isSilent, tokensOf } from '../meaning/terms.ts'
import { gather, growingNumbers, packTexts } from './packing.ts'

const stem = createStems(10_000)

interface PlainDefinition {
  readonly word: string
  readonly text: string
  /** Allowed kinds: `verb`, `adjective`, or nouns; `noun` itself allows any other kind as well. */
  readonly kinds: readonly string[]
}

/**
 * Reads all definitions, file by file. A line with `#` begins a section and names its kinds; a line that overrides the
 * kind has it in parentheses.
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

/** Weight of a sense's share in the use of its word, relative to the terms that both definitions share. */
const shareWorth = 6

/**
 * Returns the sense of one of the kinds that best resembles the text. If no sense is of these kinds, returns any sense
 * if `noun` is among them, else -1.
 */
export function synsetDefined(lexicon: Lexicon, { word, text, kinds }: PlainDefinition): number {
  const { senseSynset, kindFrom, kindTo } = lexicon.tables
  const part = parts.get(kinds.join()) ?? 'n'
  const roots = part === 'n' ? kinds.map((kind) => rootOf(lexicon, kind)) : []
  const isSuch = (synset: number, root: number) => {
    if (root < 0) return false
    const position = present(kindFrom[synset])
    return position > present(kindFrom[root]) && position < present(kindTo[root])
  }
  const number = lexicon.find(word)
  const { from, to } = lexicon.sensesOf(number)
  const senses = [...senseSynset.subarray(from, to)].filter((synset) => lexicon.partOf(synset) === part)
  const such = senses.filter((synset) => part !== 'n' || roots.some((root) => isSuch(synset, root)))
  const among = such.length > 0 || !kinds.includes('noun') ? such : senses
  const likeness = (synset: number) => shared(lexicon, synset, text) + shareWorth * shareOf(lexicon, number, synset)
  return among.reduce((best, synset) => (best < 0 || likeness(synset) > likeness(best) ? synset : best), -1)
}

/** Measures how much a text shares with the definition of a synset: rare terms count more. */
function shared({ tables, synsetCount, findTerm }: Lexicon, synset: number, text: string): number {
  const { definitionWords, definitionWordsAt, wordTerm, postingsAt } = tables
  const own = new Set<number>()
  for (const word of definitionWords.subarray(definitionWordsAt[synset], definitionWordsAt[synset + 1]))
    own.add(present(wordTerm[word]))
  let sum = 0
  for (const token of new Set(tokensOf(text))) {
    const term = isSilent(token) ? -1 : findTerm(stem(token))
    if (own.has(term)) sum += Math.log(synsetCount / (present(postingsAt[term + 1]) - present(postingsAt[term])))
  }
  return sum
}

/** Returns the most general sense of a noun: the one with the most kinds below it. */
function rootOf(lexicon: Lexicon, noun: string): number {
  const { senseSynset, kindFrom, kindTo } = lexicon.tables
  const { from, to } = lexicon.sensesOf(lexicon.find(noun))
  const sizeOf = (synset: number) => present(kindTo[synset]) - present(kindFrom[synset])
  let root = -1
  for (let at = from; at < to; at++) {
    const synset = present(senseSynset[at])
    if (lexicon.partOf(synset) === 'n' && (root < 0 || sizeOf(synset) > sizeOf(root))) root = synset
  }
  return root
}

/** Builds the synsets defined by each term, and the words that define each synset. */
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
