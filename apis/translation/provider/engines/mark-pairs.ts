// Marks that belong together, as the two tags around a word do.
import type { Passage } from '../piece.ts'

const startsWithWord = /^[\p{L}\p{N}]/u
const endsInWord = /[\p{L}\p{N}\p{M}]$/u

/** Two marks with words between them: a mark before a word, and the next one behind a word that is open for it. */
export interface MarkPair {
  readonly open: number
  readonly close: number
}

/** The pairs of a passage, the outer ones before those within. */
export function pairsOf(passage: Passage): MarkPair[] {
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

/** Whether the pairs are still within each other, and all other marks where they were between them. */
export function isNested(source: Passage, pieces: Passage, pairs: readonly MarkPair[]): boolean {
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
