// Converts passages to Apertium's stream format (SOURCES 5.3) and back. Two marks around words are bound to all of
// them, so that they surround the same words in any order. A mark between words becomes an unknown word, which keeps
// its place among them. Other marks become blanks.
import { joined, type Passage, type Piece } from '../../piece.ts'
import type { MarkPair } from '../mark-pairs.ts'

/** Ends a sentence. Programs decide on a word by those after it, and would otherwise hold back the last one. */
const sentenceEnd = '.[][\n]'
/** Special characters of the format, and of marked words in the output. They travel as blanks. */
const special = /[\\[\]{}^$@<>/*#~]/g
const unknownWord = 'qzxq'
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’-][\p{L}\p{N}\p{M}]+)*/gu

/** The stream of a passage; the marks of `pairs` are bound to words. */
export function toStream(passage: Passage, pairs: readonly MarkPair[] = []): string {
  let stream = ''
  const around: number[] = []
  for (const [index, piece] of passage.entries()) {
    if (typeof piece === 'string') {
      stream += around.length === 0 ? escaped(piece) : boundWords(piece, around)
      continue
    }
    const opened = pairs.findIndex(({ open }) => open === piece)
    if (opened >= 0) around.push(opened)
    else if (pairs.some(({ close }) => close === piece)) around.pop()
    else if (isBetweenWords(passage, index)) stream += `[[g:${around.join('.')}w${piece}]]${unknownWord}[[/]]`
    else stream += `[m${piece}]`
  }
  return stream + sentenceEnd
}

function isBetweenWords(passage: Passage, index: number): boolean {
  const [before = ' ', after = ' '] = [passage[index - 1], passage[index + 1]]
  return typeof before === 'string' && typeof after === 'string' && /[\s(]$/.test(before) && /^[\s).,;:!?]/.test(after)
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

export interface FromStream {
  readonly pieces: Piece[]
  readonly words: number
  /** Words that were not translated. */
  readonly unknown: readonly string[]
}

interface Token {
  readonly piece: Piece
  /** Indices of the surrounding pairs. */
  readonly around: readonly number[]
}

const token =
  /\[\[([^[\]]*)\]\]([^[]*(?:\[(?!\[)[^[]*)*)\[\[\/\]\]|\[([^[\]]*)\]|\\(.)|[*#@]+(\p{L}[\p{L}\p{M}\p{N}'’-]*)?|([^[\\*#@]+|.)/gsu

/** Reads the output; returns undefined if it does not belong to exactly one sentence. */
export function fromStream(answer: string, pairs: readonly MarkPair[] = []): FromStream | undefined {
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
    const mark = /w(\d+)/.exec(marks ?? '')?.[1]
    if (mark !== undefined) return [{ piece: Number(mark), around: pairsIn(marks) }]
    // merged words have the marks of each
    if (marks !== undefined) return tokensOf(inner ?? '', { around: pairsIn(marks), unknown })
    if (blank !== undefined) return inBlank(blank).map((piece) => ({ piece, around }))
    if (unchanged !== undefined) unknown.push(unchanged)
    return [{ piece: unchanged ?? character ?? all, around }]
  })
}

/** Indices of the pairs in a word-bound blank. */
export const pairsIn = (marks = '') => (marks.replace(/w\d+/, '').match(/\d+/g) ?? []).map(Number)

function inBlank(blank: string): Piece[] {
  const [, kind, value = ''] = /^([mx])([\da-f]+)$/.exec(blank) ?? []
  if (kind === 'm') return [Number(value)]
  return kind === 'x' ? [String.fromCharCode(Number.parseInt(value, 16))] : []
}

/** Inserts the marks of each pair around everything from its first word to its last. */
function withPairs(tokens: readonly Token[], pairs: readonly MarkPair[]): Piece[] {
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
