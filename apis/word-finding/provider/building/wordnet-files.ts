// Parses the database files of WordNet 3.1 line by line (SOURCES 2.1).

import { join } from 'node:path'
import { present } from '#define/present'
import { readLines } from './lines.ts'
import { growingNumbers } from './packing.ts'

/** The parts of speech in their fixed order: noun, verb, adjective, adverb. */
const parts = ['noun', 'verb', 'adj', 'adv'] as const
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
  /** Words as written, with capitals; spaces instead of underscores. */
  readonly words: readonly string[]
  readonly pointers: readonly WordNetPointer[]
  /** Definition and quoted examples. */
  readonly gloss: string
}
interface WordNetSense {
  readonly lemma: string
  readonly part: Part
  readonly offset: number
  /** Rank among the senses of the lemma in its part of speech, 1 for the first. */
  readonly number: number
  /** Number of tags in the semantic concordance. */
  readonly count: number
}

const partOfLetter: Readonly<Record<string, Part>> = { n: 0, v: 1, a: 2, s: 2, r: 3 }
/** Parts of speech by the digit of a sense key: noun, verb, adjective, adverb, adjective satellite. */
const partOfDigit: readonly Part[] = [0, 0, 1, 2, 3, 2]

/** Yields the lines of a file without its licence, which is indented. */
function* linesOf(folder: string, name: string): Generator<string> {
  for (const line of readLines(join(folder, name))) if (line !== '' && !line.startsWith(' ')) yield line
}

/** Returns the notice that must accompany every copy: the indented lines at the start of each file. */
export function readNotice(folder: string): string {
  const lines: string[] = []
  for (const line of readLines(join(folder, 'data.adv'))) {
    if (!line.startsWith(' ')) break
    lines.push(line.replace(/^ +\d+ ?/, '').trimEnd())
  }
  return lines.join('\n')
}

/** Yields the lemmas of a part of speech: lower case, with spaces. */
export function* readLemmas(folder: string, part: Part): Generator<string> {
  for (const line of linesOf(folder, `index.${parts[part]}`)) yield spaced(line.slice(0, line.indexOf(' ')))
}

/**
 * Returns the offsets of the synsets of a part of speech in its file, in order; an offset identifies a synset within
 * its part.
 */
export function readOffsets(folder: string, part: Part): Uint32Array {
  const offsets = growingNumbers()
  for (const line of linesOf(folder, `data.${parts[part]}`)) offsets.push(Number(line.slice(0, 8)))
  return offsets.done()
}

/** Yields the synsets of a part of speech in the order of their file. */
export function* readSynsets(folder: string, part: Part): Generator<WordNetSynset> {
  for (const line of linesOf(folder, `data.${parts[part]}`)) yield readSynset(line)
}

function readSynset(line: string): WordNetSynset {
  const bar = line.indexOf('|')
  const fields = line.slice(0, bar).split(' ')
  const wordCount = Number.parseInt(present(fields[3]), 16)
  const words: string[] = []
  for (let at = 0; at < wordCount; at++) words.push(spaced(withoutMarker(present(fields[4 + 2 * at]))))
  const from = 4 + 2 * wordCount
  const pointers: WordNetPointer[] = []
  for (let at = 0; at < Number(fields[from]); at++) pointers.push(readPointer(fields, from + 1 + 4 * at))
  return { offset: Number(fields[0]), words, pointers, gloss: line.slice(bar + 2).trim() }
}

function readPointer(fields: readonly string[], from: number): WordNetPointer {
  const ends = Number.parseInt(present(fields[from + 3]), 16)
  return {
    symbol: present(fields[from]),
    offset: Number(fields[from + 1]),
    part: present(partOfLetter[present(fields[from + 2])]),
    source: ends >> 8,
    target: ends & 255,
  }
}

/** Yields all senses, by lemma. */
export function* readSenses(folder: string): Generator<WordNetSense> {
  for (const line of linesOf(folder, 'index.sense')) {
    const [key = '', offset, number, count] = line.split(' ')
    const percent = key.lastIndexOf('%')
    yield {
      lemma: spaced(key.slice(0, percent)),
      part: present(partOfDigit[Number(key[percent + 1])]),
      offset: Number(offset),
      number: Number(number),
      count: Number(count),
    }
  }
}

function spaced(text: string): string {
  return text.includes('_') ? text.replaceAll('_', ' ') : text
}

/** Removes the marker of position that adjectives carry: `galore(ip)`. */
function withoutMarker(word: string): string {
  return word.endsWith(')') ? word.replace(/\((?:a|p|ip)\)$/, '') : word
}
