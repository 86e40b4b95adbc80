// Assembles the paragraphs of a page from pieces of text, which have positions but no structure.
import { present } from '#define/present'

/** A piece from PDF.js: the last two numbers of `transform` are the position of its baseline, from the bottom left. */
export interface TextPiece {
  readonly str: string
  readonly transform: readonly number[]
  readonly height: number
  readonly hasEOL: boolean
}
interface Line {
  readonly text: string
  readonly baseline: number
  readonly height: number
}

/** Paragraphs in the order of the page. Words hyphenated at line ends are rejoined. */
export function paragraphsOf(pieces: readonly TextPiece[]): string[] {
  const paragraphs: string[] = []
  let before: Line | undefined
  for (const line of linesOf(pieces)) {
    const last = paragraphs.length - 1
    if (before && belongs(before, line)) paragraphs[last] = joinLines(present(paragraphs[last]), line.text)
    else paragraphs.push(line.text)
    before = line
  }
  return paragraphs
}

function linesOf(pieces: readonly TextPiece[]): Line[] {
  const lines: Line[] = []
  let text = ''
  let baseline = 0
  let height = 0
  const end = () => {
    const clean = text.replaceAll(/\s+/g, ' ').trim()
    if (clean !== '') lines.push({ text: clean, baseline, height })
    text = ''
    height = 0
  }
  for (const piece of pieces) {
    const [, , , , , place = 0] = piece.transform
    // a new baseline begins a line, even if the previous line was not marked as ended
    if (text !== '' && Math.abs(place - baseline) > Math.max(1, height, piece.height) * 0.6) end()
    if (text.trim() === '') baseline = place
    text += piece.str
    height = Math.max(height, piece.height)
    if (piece.hasEOL) end()
  }
  end()
  return lines
}

/** True if two lines of one size follow closely below each other; each item of a list begins a paragraph. */
function belongs(before: Line, line: Line): boolean {
  const size = Math.max(1, before.height)
  const step = before.baseline - line.baseline
  const isSameSize = Math.abs(before.height - line.height) <= size * 0.2
  return isSameSize && step > 0 && step <= size * 1.7 && !/^(?:[•◦▪–-]|\(?\d{1,3}[.)])\s/.test(line.text)
}

function joinLines(text: string, next: string): string {
  return /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(next) ? text.slice(0, -1) + next : `${text} ${next}`
}
