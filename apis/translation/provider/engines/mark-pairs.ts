// Pairs of marks, such as the two tags around a word.
import type { Passage } from '../piece.ts'

const startsWithWord = /^[\p{L}\p{N}]/u
const endsInWord = /[\p{L}\p{N}\p{M}]$/u

/** Two marks around words: a mark before a word, and the next mark after a word that can close it. */
export interface MarkPair {
  readonly open: number
  readonly close: number
}

/** The pairs of a passage, outer before inner. */
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
  const text = passage[at]
  return typeof text === 'string' ? text : ''
}

/** True if the pairs are still nested; with other marks among them, all must keep their order. */
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
