// Draws sentences without repetition, each with the same probability, from one book or from all of them.
import type { Random } from '#define'
import type { ListedBook } from './corpus.ts'

/** Draws at most `count` positions of sentences of these books, in random order. The work grows only with `count`. */
export function drawPositions(books: readonly ListedBook[], count: number, random: Random): number[] {
  const total = books.reduce((sum, { sentences }) => sum + sentences, 0)
  // Fisher-Yates over 0 to total - 1, storing only the swapped numbers
  const swapped = new Map<number, number>()
  const positions: number[] = []
  for (let at = 0; at < Math.min(count, total); at++) {
    const drawn = random.int(at, total - 1)
    positions.push(positionOf(books, swapped.get(drawn) ?? drawn))
    swapped.set(drawn, swapped.get(at) ?? at)
  }
  return positions
}

/** Returns the position of the nth sentence, counted through all of these books. */
function positionOf(books: readonly ListedBook[], number: number): number {
  let previous = 0
  for (const { firstPosition, sentences } of books) {
    if (number < previous + sentences) return firstPosition + number - previous
    previous += sentences
  }
  throw new Error(`there is no sentence ${number}`)
}
