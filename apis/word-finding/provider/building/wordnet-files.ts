// Parses the database files of WordNet 3.1 line by line (SOURCES 2.1).
import { join } from 'node:path'
import { readLines } from './lines.ts'
import { growingNumbers } from './packing.ts'

/** Noun, verb, adjective, adverb, in this order everywhere. */
export const parts = ['noun', 'verb', 'adj', 'adv'] as const
export type Part = 0 | 1 | 2 | 3
export const allParts: readonly Part[] = [0, 1, 2, 3]

export interface WordNetPointer {
  readonly symbol: string
  readonly part: Part
  readonly offset: number
  /** Word number in the source synset, 1 for the first, 0 for the whole. */
  readonly source: number
  readonly target: number
}
export interface WordNetSynset {
  readonly offset: number
  /** As written, with capitals; spaces instead of underscores. */
  readonly words: readonly string[]
  readonly pointers: readonly WordNetPointer[]
  /** Definition and quoted examples. */
  readonly gloss: string
}
export interface WordNetSense {
  readonly lemma: string
  readonly part: Part
  readonly offset: number
  /** Rank among the senses of the lemma in its part of speech, 1 for the first. */
  readonly number: number
  /** How often it was tagged in the semantic concordance. */
  readonly count: number
}

const partOfLetter: Readonly<Record<string, Part>> = { n: 0, v: 1, a: 2, s: 2, r: 3 }
/** Sense keys have a digit: noun, verb, adjective, adverb, adjective satellite. */
const partOfDigit: readonly Part[] = [0, 0, 1, 2, 3, 2]

/** Lines of a file, without its licence, which is indented. */
function* linesOf(folder: string, name: string): Generator<string> {
  for (const line of readLines(join(folder, name))) if (line !== '' && !line.startsWith(' ')) yield line
}

/** The notice that must accompany every copy: the indented lines at the start of each file. */
export function readNotice(folder: string): string {
  const lines: string[] = []
  for (const line of readLines(join(folder, 'data.adv'))) {
    if (!line.startsWith(' ')) break
    lines.push(line.replace(/^ +\d+ ?/, '').trimEnd())
  }
  return lines.join('\n')
}

/** Lemmas of a part of speech: lower case, spaces. */
export function* readLemmas(folder: string, part: Part): Generator<string> {
  for (const line of linesOf(folder, `index.${parts[part]}`)) yield spaced(line.slice(0, line.indexOf(' ')))
}

/** The offsets of the synsets of a part of speech in its file, in order; they name a synset within its part. */
export function readOffsets(folder: string, part: Part): Uint32Array {
  const offsets = growingNumbers()
  for (const line of linesOf(folder, `data.${parts[part]}`)) offsets.push(Number(line.slice(0, 8)))
  return offsets.done()
}

/** Synsets of a part of speech in the order of their file. */
export function* readSynsets(folder: string, part: Part): Generator<WordNetSynset> {
  for (const line of linesOf(folder, `data.${parts[part]}`)) yield readSynset(line)
}

function readSynset(line: string): WordNetSynset {
  const bar = line.indexOf('|')
  const fields = line.slice(0, bar).split(' ')
  const wordCount = Number.parseInt(fields[3] ?? '', 16)
  const words: string[] = []
  for (let at = 0; at < wordCount; at++) words.push(spaced(withoutMarker(fields[4 + 2 * at] ?? '')))
  const from = 4 + 2 * wordCount
  const pointers: WordNetPointer[] = []
  for (let at = 0; at < Number(fields[from]); at++) pointers.push(readPointer(fields, from + 1 + 4 * at))
  return { offset: Number(fields[0]), words, pointers, gloss: line.slice(bar + 2).trim() }
}

function readPointer(fields: readonly string[], from: number): WordNetPointer {
  const ends = Number.parseInt(fields[from + 3] ?? '', 16)
  return {
    symbol: fields[from] ?? '',
    offset: Number(fields[from + 1]),
    part: partOfLetter[fields[from + 2] ?? ''] ?? 0,
    source: ends >> 8,
    target: ends & 255,
  }
}

/** All senses, by lemma. */
export function* readSenses(folder: string): Generator<WordNetSense> {
  for (const line of linesOf(folder, 'index.sense')) {
    const [key = '', offset, number, count] = line.split(' ')
    const percent = key.lastIndexOf('%')
    yield {
      lemma: spaced(key.slice(0, percent)),
      part: partOfDigit[Number(key[percent + 1])] ?? 0,
      offset: Number(offset),
      number: Number(number),
      count: Number(count),
    }
  }
}

function spaced(text: string): string {
  return text.includes('_') ? text.replaceAll('_', ' ') : text
}

/** Adjectives carry a marker of their position: `galore(ip)`. */
function withoutMarker(word: string): string {
  return word.endsWith(')') ? word.replace(/\((?:a|p|ip)\)$/, '') : word
}
