// Splits passages into sentences. Linear in the text: one pass over its characters.
import { joined, type Passage, type Piece, plainText } from '../piece.ts'

/** `lines`: at punctuation and line breaks; `punctuation`: at punctuation only; `none`: not at all. */
export type Splitting = 'lines' | 'punctuation' | 'none'

const abbreviations = new Set(
  (
    'mr mrs ms dr prof st no vs etc approx dept inc ltd jr sr e.g i.e bzw ca z.b u.a d.h nr str usw evtl ggf bspw ' +
    'sra sres ud uds p.ej pág núm m mme mlle mm p.ex env sig dott ecc pag bijv enz dhr mevr np itd tzw prof ul tj'
  ).split(' '),
)

/** The sentences in order; joined they are the passage. White space belongs to the sentence before it. */
export function sentencesOf(passage: Passage, splitting: Splitting): Piece[][] {
  if (splitting === 'none') return [[...passage]]
  const cuts = cutsIn(plainText(passage), splitting)
  const sentences: Piece[][] = []
  let current: Piece[] = []
  let offset = 0
  let next = 0
  for (const piece of passage) {
    if (typeof piece === 'number') {
      current.push(piece)
      continue
    }
    let from = 0
    for (let cut = cuts[next]; cut !== undefined && cut <= offset + piece.length; cut = cuts[++next]) {
      current.push(piece.slice(from, cut - offset))
      sentences.push(joined(current))
      current = []
      from = cut - offset
    }
    current.push(piece.slice(from))
    offset += piece.length
  }
  current = joined(current)
  const last = sentences.at(-1)
  // marks at the very end, such as closing tags, stay with the last sentence
  if (last && plainText(current) === '') last.push(...current)
  else sentences.push(current)
  return sentences
}

/** Offsets after which a new sentence begins. */
function cutsIn(text: string, splitting: Splitting): number[] {
  const cuts: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const end = text[at] === '\n' ? (splitting === 'lines' ? at + 1 : 0) : endOfSentence(text, at)
    if (end === 0) continue
    let next = end
    while (next < text.length && /\s/.test(text[next] ?? '')) next += 1
    if (next < text.length) cuts.push(next)
    at = next - 1
  }
  return cuts
}

/** The offset after the end of a sentence whose punctuation is at `at`, or 0. */
function endOfSentence(text: string, at: number): number {
  const mark = text[at] ?? ''
  if ('。！？'.includes(mark)) return at + 1
  if (!'.!?…'.includes(mark)) return 0
  let end = at + 1
  while (end < text.length && '.!?…"\'”’»)]'.includes(text[end] ?? '')) end += 1
  if (end >= text.length || !/\s/.test(text[end] ?? '')) return 0
  if (mark === '.' && end === at + 1 && isAbbreviation(text, at)) return 0
  const following = /^\s+["'“‘«([¿¡]*(.)/su.exec(text.slice(end, end + 40))?.[1] ?? ''
  return mark === '.' && /\p{Ll}/u.test(following) ? 0 : end
}

function isAbbreviation(text: string, dot: number): boolean {
  const word = /[\p{L}.]+$/u.exec(text.slice(Math.max(0, dot - 12), dot))?.[0] ?? ''
  // an initial, or a word of the list
  return /^\p{Lu}$/u.test(word) || abbreviations.has(word.toLowerCase())
}
