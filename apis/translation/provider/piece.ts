// A passage of text with marks: a number marks something that is not translated, such as a tag, an entity or a glossary
// term. A translation has the same marks.

export type Piece = string | number
export type Passage = readonly Piece[]

/** The text of a passage without its marks. */
export function plainText(passage: Passage): string {
  return passage.filter((piece) => typeof piece === 'string').join('')
}

/** Joins neighbouring strings and drops empty ones. */
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

/** True if a translation has the marks of its source, each once. */
export function hasSameMarks(source: Passage, translation: Passage): boolean {
  const marks = (passage: Passage) => passage.filter((piece) => typeof piece === 'number').toSorted((a, b) => a - b)
  return marks(source).join() === marks(translation).join()
}
