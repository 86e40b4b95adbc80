// The stream format of Apertium (SOURCES 5.3): the text between the marks of a passage, and what comes back. Two marks
// around words are bound to all of them, so that they surround the same words when the order changes. Other marks are
// blanks between words.
import { joined, type Passage, type Piece } from '../../piece.ts'

/** Programs decide on a word by those behind it: without an end of the sentence they would keep the last one. */
const sentenceEnd = '.[][\n]'
/** Characters of the format, and those that mark words in the output. They travel as blanks. */
const special = /[\\[\]{}^$@<>/*#~]/g
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’-][\p{L}\p{N}\p{M}]+)*/gu
const startsWithWord = /^[\p{L}\p{N}]/u
const endsInWord = /[\p{L}\p{N}\p{M}]$/u

/** Two marks with words between them: a mark before a word, and the next one behind a word that is open for it. */
interface Pair {
  readonly open: number
  readonly close: number
}

/** The stream of a passage; with `pairs`, their marks are bound to words. */
export function toStream(passage: Passage, pairs: readonly Pair[] = []): string {
  let stream = ''
  const around: number[] = []
  for (const piece of passage) {
    if (typeof piece === 'string') {
      stream += around.length === 0 ? escaped(piece) : boundWords(piece, around)
      continue
    }
    const opened = pairs.findIndex(({ open }) => open === piece)
    if (opened >= 0) around.push(opened)
    else if (pairs.some(({ close }) => close === piece)) around.pop()
    else stream += `[m${piece}]`
  }
  return stream + sentenceEnd
}

function boundWords(text: string, around: readonly number[]): string {
  let stream = ''
  let at = 0
  for (const { 0: found, index } of text.matchAll(word)) {
    stream += `${escaped(text.slice(at, index))}[[g:${around.join('.')}]]${escaped(found)}[[/]]`
    at = index + found.length
  }
  return stream + escaped(text.slice(at))
}

function escaped(text: string): string {
  return text.replaceAll('\0', ' ').replaceAll(special, (character) => `[x${character.charCodeAt(0).toString(16)}]`)
}

/** The pairs of a passage, the outer ones before those within. */
export function pairsOf(passage: Passage): Pair[] {
  const pairs: { open: number; close: number | undefined }[] = []
  const around: (typeof pairs)[number][] = []
  passage.forEach((piece, index) => {
    if (typeof piece !== 'number') return
    const before = textAt(passage, index, -1)
    const after = textAt(passage, index, 1)
    if (startsWithWord.test(after) && !endsInWord.test(before)) {
      const pair = { open: piece, close: undefined }
      pairs.push(pair)
      around.push(pair)
    } else if (endsInWord.test(before) && !startsWithWord.test(after)) {
      const pair = around.pop()
      if (pair) pair.close = piece
    }
  })
  return pairs.flatMap(({ open, close }) => (close === undefined ? [] : [{ open, close }]))
}

/** The nearest text in a direction, across marks. */
function textAt(passage: Passage, index: number, step: 1 | -1): string {
  let at = index + step
  while (typeof passage[at] === 'number') at += step
  return String(passage[at] ?? '')
}

export interface FromStream {
  readonly pieces: Piece[]
  readonly words: number
  /** Words that stayed as they were. */
  readonly unknown: readonly string[]
}

interface Token {
  readonly piece: Piece
  /** Indices of the pairs around it. */
  readonly around: readonly number[]
}

const token = /\[\[([^\]]*)\]\](.*?)\[\[\/\]\]|\[([^\]]*)\]|\\(.)|[*#@]+(\p{L}[\p{L}\p{M}\p{N}'’-]*)|([^[\\*#@]+|.)/gsu

/** Undefined where the answer is not that to one sentence. */
export function fromStream(answer: string, pairs: readonly Pair[] = []): FromStream | undefined {
  if (!answer.endsWith(sentenceEnd)) return undefined
  const unknown: string[] = []
  const tokens = tokensOf(answer.slice(0, -sentenceEnd.length), { around: [], unknown })
  const text = tokens.flatMap(({ piece }) => (typeof piece === 'string' ? [piece] : [])).join('')
  const words = text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return { pieces: withPairs(tokens, pairs), words, unknown }
}

function tokensOf(stream: string, of: { around: readonly number[]; unknown: string[] }): Token[] {
  const { around, unknown } = of
  return Array.from(stream.matchAll(token)).flatMap(([all, marks, inner, blank, character, unchanged]): Token[] => {
    // words that became one have the marks of each
    if (marks !== undefined) return tokensOf(inner ?? '', { around: (marks.match(/\d+/g) ?? []).map(Number), unknown })
    if (blank !== undefined) return inBlank(blank).map((piece) => ({ piece, around }))
    if (unchanged !== undefined) unknown.push(unchanged)
    return [{ piece: unchanged ?? character ?? all, around }]
  })
}

function inBlank(blank: string): Piece[] {
  const [, kind, value = ''] = /^([mx])([\da-f]+)$/.exec(blank) ?? []
  if (kind === 'm') return [Number(value)]
  return kind === 'x' ? [String.fromCharCode(Number.parseInt(value, 16))] : []
}

/** Each pair surrounds everything from its first word to its last one. */
function withPairs(tokens: readonly Token[], pairs: readonly Pair[]): Piece[] {
  const before = new Map<number, number[]>()
  const behind = new Map<number, number[]>()
  pairs.forEach(({ open, close }, pair) => {
    const first = tokens.findIndex(({ around }) => around.includes(pair))
    const last = tokens.findLastIndex(({ around }) => around.includes(pair))
    if (first < 0) return
    before.set(first, [...(before.get(first) ?? []), open])
    behind.set(last, [close, ...(behind.get(last) ?? [])])
  })
  return joined(tokens.flatMap(({ piece }, at) => [...(before.get(at) ?? []), piece, ...(behind.get(at) ?? [])]))
}

/** Whether the pairs are still within each other, and all other marks where they were between them. */
export function isNested(source: Passage, pieces: Passage, pairs: readonly Pair[]): boolean {
  const marksIn = (passage: Passage) => passage.filter((piece) => typeof piece === 'number')
  const marks = marksIn(pieces)
  if (marks.length > 2 * pairs.length) return marks.join() === marksIn(source).join()
  const around: number[] = []
  return marks.every((mark) => {
    const pair = pairs.find(({ open, close }) => open === mark || close === mark)
    if (pair?.open === mark) return around.push(pair.close) > 0
    return around.pop() === mark
  })
}
