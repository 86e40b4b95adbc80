// Keeps the marks of a sentence with a plain-text translator that does not align words: the words between two marks are
// translated again separately and searched for in the whole translation. If some mark finds no place, the texts between
// marks are translated separately.

import { joined, type Passage, type Piece, plainText } from '../../piece.ts'
import { isNested, type MarkPair, pairsOf } from '../mark-pairs.ts'

type TranslateText = (text: string) => Promise<string>

/** Translates the sentence; the result has each of its marks once. */
export async function withMarks(sentence: Passage, translate: TranslateText): Promise<Piece[]> {
  const { before, inner, behind } = outerMarks(sentence)
  const pieces = inner.some((piece) => typeof piece === 'number')
    ? ((await aroundWords(inner, translate)) ?? (await eachByItself(inner, translate)))
    : [await edgesKept(plainText(inner), translate)]
  return joined([...before, ...pieces, ...behind])
}

/** Separates the marks at both ends, which stay there. */
function outerMarks(sentence: Passage) {
  const isWord = (piece: Piece) => typeof piece === 'string' && /[\p{L}\p{N}]/u.test(piece)
  const first = sentence.findIndex(isWord)
  const last = sentence.findLastIndex(isWord)
  if (first < 0) return { before: sentence, inner: [], behind: [] }
  return {
    before: sentence.slice(0, first),
    inner: sentence.slice(first, last + 1),
    behind: sentence.slice(last + 1),
  }
}

async function aroundWords(sentence: Passage, translate: TranslateText): Promise<Piece[] | undefined> {
  const pairs = pairsOf(sentence)
  const marks = sentence.filter((piece) => typeof piece === 'number')
  if (marks.length !== 2 * pairs.length) return undefined
  const whole = await edgesKept(plainText(sentence), translate)
  const places: { readonly pair: MarkPair; readonly start: number; readonly end: number }[] = []
  for (const pair of pairs) {
    const between = sentence.slice(sentence.indexOf(pair.open), sentence.indexOf(pair.close))
    const start = onlyPlace(whole, wordsOf(await translate(plainText(between).trim())))
    if (!start) return undefined
    places.push({ pair, ...start })
  }
  const cuts = places.flatMap(({ pair, start, end }, depth) => [
    { at: start, mark: pair.open, order: depth },
    // if two pairs end at the same place, the inner pair, which comes later, ends first
    { at: end, mark: pair.close, order: -depth - 1 },
  ])
  cuts.sort((a, b) => a.at - b.at || a.order - b.order)
  const pieces: Piece[] = []
  let from = 0
  for (const { at, mark } of cuts) {
    pieces.push(whole.slice(from, at), mark)
    from = at
  }
  const placed = joined([...pieces, whole.slice(from)])
  return isNested(sentence, placed, pairs) ? placed : undefined
}

/** Strips punctuation: a phrase translated separately may gain a full stop. */
const wordsOf = (text: string) =>
  text.replace(/^[^\p{L}\p{N}]+/u, '').replace(/(?<![^\p{L}\p{N}\p{M}])[^\p{L}\p{N}\p{M}]+$/u, '')

/** The place of the words, if there is exactly one. */
function onlyPlace(whole: string, words: string): { start: number; end: number } | undefined {
  if (words === '') return undefined
  const [haystack, needle] = [whole.toLowerCase(), words.toLowerCase()]
  // lower case may change the length, and then its offsets do not apply to the text
  if (haystack.length !== whole.length) return undefined
  const start = wordPlace(haystack, needle, 0)
  if (start < 0 || wordPlace(haystack, needle, start + 1) >= 0) return undefined
  return { start, end: start + needle.length }
}

function wordPlace(text: string, words: string, from: number): number {
  for (let at = text.indexOf(words, from); at >= 0; at = text.indexOf(words, at + 1)) {
    const around = (text[at - 1] ?? ' ') + (text[at + words.length] ?? ' ')
    if (!/[\p{L}\p{N}\p{M}]/u.test(around)) return at
  }
  return -1
}

async function eachByItself(sentence: Passage, translate: TranslateText): Promise<Piece[]> {
  const pieces: Piece[] = []
  for (const piece of sentence) pieces.push(typeof piece === 'number' ? piece : await edgesKept(piece, translate))
  return pieces
}

/** Translates a text but keeps the white space at its edges; texts without letters stay. */
async function edgesKept(text: string, translate: TranslateText): Promise<string> {
  if (!/\p{L}/u.test(text)) return text
  const core = text.trim()
  const start = text.indexOf(core)
  return text.slice(0, start) + (await translate(core)) + text.slice(start + core.length)
}
