// A passage of text with marks in it: a number is the place of something that is not translated, such as a tag, an
// entity or a term of a glossary. A translation has the same marks.

export type Piece = string | number
export type Passage = readonly Piece[]

/** The text of a passage without its marks. */
export function plainText(passage: Passage): string {
  return passage.filter((piece) => typeof piece === 'string').join('')
}

/** Neighbouring strings joined and empty ones left out. */
export function joined(passage: Iterable<Piece>): Piece[] {
  const pieces: Piece[] = []
  for (const piece of passage) {
    const last = pieces.at(-1)
    if (piece === '') continue
    if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece
    else pieces.push(piece)
  }
  return pieces
}

/** Whether a translation has the marks of its source, each once. */
export function hasSameMarks(source: Passage, translation: Passage): boolean {
  const marks = (passage: Passage) => passage.filter((piece) => typeof piece === 'number').toSorted((a, b) => a - b)
  return marks(source).join() === marks(translation).join()
}
