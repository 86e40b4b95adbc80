// Paragraphs of a page from its pieces of text, which say where they are and nothing of what belongs together.

/** As PDF.js gives it: the last two numbers of `transform` are the place of its baseline, from the bottom left. */
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

/** In the order of the page. A word that was cut at the end of a line is whole again. */
export function paragraphsOf(pieces: readonly TextPiece[]): string[] {
  const paragraphs: string[] = []
  let before: Line | undefined
  for (const line of linesOf(pieces)) {
    const last = paragraphs.length - 1
    if (before && belongs(before, line)) paragraphs[last] = joinLines(paragraphs[last] ?? '', line.text)
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
    const place = piece.transform[5] ?? 0
    // a new baseline begins a line, also where nothing says that the last one ended
    if (text !== '' && Math.abs(place - baseline) > Math.max(1, height, piece.height) * 0.6) end()
    if (text.trim() === '') baseline = place
    text += piece.str
    height = Math.max(height, piece.height)
    if (piece.hasEOL) end()
  }
  end()
  return lines
}

/** Lines of one size that follow closely below each other; a list begins a paragraph with each of its points. */
function belongs(before: Line, line: Line): boolean {
  const size = Math.max(1, before.height)
  const step = before.baseline - line.baseline
  const isSameSize = Math.abs(before.height - line.height) <= size * 0.2
  return isSameSize && step > 0 && step <= size * 1.7 && !/^(?:[•◦▪–-]|\(?\d{1,3}[.)])\s/.test(line.text)
}

function joinLines(text: string, next: string): string {
  return /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(next) ? text.slice(0, -1) + next : `${text} ${next}`
}
