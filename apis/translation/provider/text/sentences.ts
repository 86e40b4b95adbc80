// Splits passages into sentences. The work is linear in the text: one pass over its characters.
import { joined, type Passage, type Piece, plainText } from '../piece.ts'
import { markCharacter } from './protection.ts'

/** The places to split: `lines`, punctuation and line breaks; `punctuation`, only punctuation; `none`, nowhere. */
export type Splitting = 'lines' | 'punctuation' | 'none'

const abbreviations = new Set(
  (
    'mr mrs ms dr prof st no vs etc approx dept inc ltd jr sr e.g i.e bzw ca z.b u.a d.h nr str usw evtl ggf bspw ' +
    'sra sres ud uds p.ej pág núm m mme mlle mm p.ex env sig dott ecc pag bijv enz dhr mevr np itd tzw prof ul tj'
  ).split(' '),
)

/**
 * Longer sentences are cut at white space, because work on one sentence does not yield. No memory has longer segments.
 */
const longestSentence = 5000
type Pause = () => Promise<void>

/**
 * The sentences in order, which together make up the passage. White space belongs to the sentence before it. `isWord`
 * reports whether a mark replaces something between words.
 */
export async function sentencesOf(
  passage: Passage,
  splitting: Splitting,
  pause: Pause,
  isWord: (mark: number) => boolean = () => false,
): Promise<Piece[][]> {
  const text = passage.map((piece) => (typeof piece === 'string' ? piece : isWord(piece) ? markCharacter : ''))
  const cuts = await cutsIn(text.join(''), splitting, pause)
  const sentences: Piece[][] = []
  let current: Piece[] = []
  let offset = 0
  let next = 0
  for (const piece of passage) {
    await pause()
    if (typeof piece === 'number') {
      if (isWord(piece)) {
        if (cuts[next] === offset) {
          sentences.push(joined(current))
          current = []
          next += 1
        }
        offset += 1
      }
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
  // marks at the very end, such as closing tags, belong to the last sentence
  if (last && plainText(current) === '') for (const piece of current) last.push(piece)
  else sentences.push(current)
  return sentences
}

/** Offsets at which a new sentence begins. */
async function cutsIn(text: string, splitting: Splitting, pause: Pause): Promise<number[]> {
  const cuts: number[] = []
  let begun = 0
  /** End of the current run of punctuation; found once, because a line of dots would otherwise take quadratic time. */
  let marksEnd = 0
  for (let at = 0; at < text.length; at += 1) {
    if (at - begun >= longestSentence) {
      begun = lastBlank(text, begun, at)
      cuts.push(begun)
      await pause()
    }
    if (splitting === 'none') continue
    if (at >= marksEnd) marksEnd = endOfMarks(text, at)
    const end = text[at] === '\n' ? (splitting === 'lines' ? at + 1 : 0) : endOfSentence(text, at, marksEnd)
    if (end === 0) continue
    let next = end
    while (next < text.length && /\s/.test(text.charAt(next))) next += 1
    if (next < text.length) cuts.push(next)
    begun = next
    at = next - 1
    await pause()
  }
  return cuts
}

/** The offset after the last white space of an overlong sentence; `end` if it has none. */
function lastBlank(text: string, from: number, end: number): number {
  for (let at = end; at > from + 1; at -= 1) if (/\s/.test(text.charAt(at - 1))) return at
  return /[\udc00-\udfff]/.test(text.charAt(end)) ? end - 1 : end
}

function endOfMarks(text: string, at: number): number {
  let end = at
  while (end < text.length && '.!?…"\'”’»)]'.includes(text.charAt(end))) end += 1
  return end
}

/** The offset after a sentence whose punctuation extends from `at` to `end`, or 0. */
function endOfSentence(text: string, at: number, end: number): number {
  const mark = text.charAt(at)
  if ('。！？'.includes(mark)) return at + 1
  if (!'.!?…'.includes(mark)) return 0
  if (end >= text.length || !/\s/.test(text.charAt(end))) return 0
  if (mark === '.' && end === at + 1 && isAbbreviation(text, at)) return 0
  const [, following = ''] = /^\s+["'“‘«([¿¡]*(.)/su.exec(text.slice(end, end + 40)) ?? []
  return mark === '.' && /\p{Ll}/u.test(following) ? 0 : end
}

function isAbbreviation(text: string, dot: number): boolean {
  const [word = ''] = /(?<![\p{L}.])[\p{L}.]+$/u.exec(text.slice(Math.max(0, dot - 12), dot)) ?? []
  // an initial, or an abbreviation of the list
  return /^\p{Lu}$/u.test(word) || abbreviations.has(word.toLowerCase())
}
